"""Records for the tests: two deals of the C++ yardstick, and changes made to the first."""

import json

# Two deals of the C++ yardstick, as it writes them: the quinola led; a quinola laid.
QUINOLA_LED = (
    '{"hands":["KQJ972.AKJ.A.6","85.3.QJ865.J53","A4.972.732.K87","63.Q8654.4.Q942"],'
    '"talon":["9D","KD","AC"],"exchange":["JS","3H","2D","4C"],"play":['
    '["9S","8S","4S","3S"],["7S","5S","AS","6S"],["8C","2C","6C","5C"],["AC","9C","AD","3C"],'
    '["KC","QC","KH","JC"],["3D","4D","9D","KD"],["5D","7D","5H","KS"],["7H","4H","AH","8D"],'
    '["JH","6D","2H","8H"],["2S","JD","7C","6H"],["QS","QD","9H","QH"]],'
    '"settlement":{"payments":[-51,-10,-15,31],"pool":90,"components":{"party":[0,0,-5,5],'
    '"aces":[4,0,-5,1],"quinola":[-10,-10,-5,25],"pool":[-45,0,0,0]}}}'
)
QUINOLA_LAID = (
    '{"hands":["Q9432.A.AJ75.5","J65.72.Q943.QJ","A87.K854.K6.42","K.QJ6.82.K98763"],'
    '"talon":["9H","AC","3H"],"exchange":["JD","JS","KD","JH"],"play":['
    '["2S","5S","AS","KS"],["8S","KC","3S","6S"],["KH","QH","AH","2H"],["7D","4D","6D","8D"],'
    '["9C","5C","JC","2C"],["AC","4C","3C","5D"],["3D","7S","2D","AD"],["9S","9D","4H","6C"],'
    '["QS","7H","8H","7C"],["9H","QC","5H","6H"],["4S","QD","3H","8C"]],'
    '"settlement":{"payments":[-14,0,0,14],"pool":45,"components":{"party":[-12,0,0,12],'
    '"aces":[-2,0,0,2]}}}'
)


def compact(record):
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def unsettled(line=QUINOLA_LED):
    record = json.loads(line)
    del record["settlement"]
    return record


def changed(key, value):
    return compact(unsettled() | {key: value})


def changed_trick(number, trick):
    record = unsettled()
    record["play"][number - 1] = trick
    return compact(record)


def changed_settlement(key, value):
    record = json.loads(QUINOLA_LED)
    record["settlement"][key] = value
    return compact(record)


def without(key):
    record = unsettled()
    del record[key]
    return compact(record)
