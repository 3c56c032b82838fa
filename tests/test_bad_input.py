"""Wrong input of every kind: exit code 2, and one line that says what was read and what fits.

The line comes from the program as a user runs it, `analyser.cli.main.run`.
"""

import pytest
from command_line import give_stdin, reversis
from sample_records import QUINOLA_LED, changed, changed_settlement, changed_trick, without

HAND = "AK7.J93.8542.6"

FILES = {
    "broken.toml": "remise = ",
    "remize.toml": "remize = 30",
    "fraction.toml": "stake = 10.5",
    "mine.toml": 'extends = "steady"\nbreak_from = 1',
    "circle.toml": 'extends = "circle.toml"',
    "kind.toml": 'play = "ducks"',
    "bytes.toml": b"\xff\xfe",
    "revoke.jsonl": changed_trick(1, ["9S", "JC", "4S", "3S"]),
    "late.jsonl": f"\n\n{without('talon')}",
    "half.jsonl": QUINOLA_LED[:400],
    "bytes.jsonl": b'{"note":"\xff"}',
}

HANDS = [
    ("", "0 cards read, seat 0 holds 11"),
    ("AK7.J93.8542", "3 suits read"),
    ("AK7.J93.8542.6.", "5 suits read"),
    ("AK7.J93.8542.", "10 cards read, seat 0 holds 11"),
    ("AK7.J93.8542.62", "12 cards read, seat 0 holds 11"),
    ("AK7.J93.854T.6", "the pack has no tens"),
    ("AK7.J93.8541.6", "'1' is no rank"),
    ("AK7.J93.8552.6", "card 5D: given twice"),
    ("AS KS 7S JH 9H 3H 8D 5D 4D 2D 6X", "card '6X': a card is a rank"),
    ("AS KS 7S JH 9H 3H 8D 5D 4D 2D 10C", "the pack has no tens"),
    ("AS KS 7S JH 9H 3H 8D 5D 4D AS 6C", "card AS: given twice"),
    ("AK7-J93-8542-6", "card 'AK7-J93-8542-6'"),
]

RECORDS = [
    ("{", "standard input, line 1: not JSON"),
    ("[1, 2]", "must be a record: one object with hands, talon, exchange and play"),
    (without("hands"), "line 1, hands: this key is required"),
    (changed("pool", 4.5), "line 1, pool: must be a whole number of fiches such as 45"),
    (changed("pool", -1), "line 1, pool: must be from 0"),
    (changed("talon", ["9D", "9D", "AC"]), "card 9D is dealt twice, missing: KD"),
    (changed("exchange", ["JS", "3H", "2D", None]), "the dealer lays one of the twelve cards"),
    (changed("rules", {"remize": 1}), "did you mean remise?"),
    (changed("rules", {"remise": "pot"}), "option remise: 'pot' is not accepted, only stake or"),
    (changed("barred", {"4": "all"}), "key '4' is no seat; seats are '0', '1', '2', '3'"),
    (changed_trick(1, ["9S", "KH", "4S", "3S"]), "trick 1, card KH: seat 1 does not hold it"),
    (changed_trick(3, ["8C", "2C", "6C", "10C"]), "trick 3: card '10C': the pack has no tens"),
    (changed_settlement("pool", 45), "settlement, pool: read 45, computed 90"),
    (changed_settlement("payments", [0, 0, 0, 0]), "settlement, payments: read [0, 0, 0, 0], comp"),
]

COMMANDS = [
    ("settle none.jsonl", "none.jsonl: cannot be read: No such file or directory; a file of deal"),
    ("settle .", ".: cannot be read: Is a directory"),
    ("settle", "Missing argument 'FILE...'"),
    (
        "settle revoke.jsonl",
        "revoke.jsonl, line 1, play, trick 1, card JC: seat 1 must follow spad",
    ),
    ("settle late.jsonl", "late.jsonl, line 3, talon: this key is required and missing"),
    ("settle half.jsonl", "half.jsonl, line 1: not JSON"),
    ("settle bytes.jsonl", "bytes.jsonl, line 1: not UTF-8: byte 0xff at place 10"),
    ("settle - --out deals.csv", "the ending must be one of .jsonl .ndjson .txt"),
    ("settle - --out deals.txt", "without --explain is .jsonl or .ndjson"),
    ("settle - --explain --out deals.jsonl", "with --explain is .txt"),
    ("settle - --out none/deals.jsonl", "there is no folder 'none'"),
    ("deal --deals none", "'none': not a whole number from 1, as in 5000"),
    ("deal --deals 0", "not within 1 to"),
    ("deal --first-deal -1", "'-1': not a whole number"),
    ("deal --first-deal 9223372036854775807", "the last must be below 9223372036854775807"),
    ("simulate --first-deal 9223372036854775807 --deals 5", "the last must be below 9223372036854"),
    (
        "attempt --first-deal 9223372036854775807 --deals 100",
        "first_deal 9223372036854775807: with 100 from there on the last must be below",
    ),
    (
        "discard --hands 1 --first-deal 9007199254740992",
        "hand 9007199254740992 cannot be played on 512 deals; the last must be below 90",
    ),
    (
        "sensitivity ace --deals 2000 --hands 3 --first-deal 9223372036854770000",
        "cannot be played on 512 deals; the last must be below 9007199254740990",
    ),
    ("deal --out deals.json", "the ending must be one of .jsonl .ndjson"),
    ("deal --policy duk", "'duk': neither a policy (random, duck, steady"),
    ("deal --policy duck --policy random", "2 policies: one for everybody or four"),
    ("deal --policy mine.toml", "break_from: 1 is not a whole number from 2 to 12"),
    (
        "deal --policy circle.toml",
        "extends: 'circle.toml' is not the name or file of a policy that",
    ),
    ("deal --policy kind.toml", "'ducks' is not one of random, duck, weighted; did you mean duck?"),
    ("deal --policy none.toml", "'none.toml': neither a policy"),
    ("deal --policy broken.toml", "policy file 'broken.toml': not TOML"),
    ("deal --policy bytes.toml", "policy file 'bytes.toml': cannot be read"),
    ("deal --policy steady:brake_from=3", "'brake_from': no such parameter; did you mean break_fr"),
    ("deal --policy steady:break_from=x", "break_from: 'x' is not a whole number from 2 to 12"),
    ("deal --policy steady:break_from", "is not of the form parameter=value"),
    ("deal --rules none", "rules 'none': no such file"),
    ("deal --rules broken.toml", "rules file 'broken.toml': not TOML"),
    ("deal --rules remize.toml", "did you mean remise?"),
    ("deal --rules fraction.toml", "option stake: 10.5 is not accepted, only a whole number"),
    ("deal --rules bytes.toml", "rules file 'bytes.toml': cannot be read"),
    ("deal --rule remise", "'remise': not of the form OPTION=VALUE, as in remise=45"),
    ("deal --rule late_from=13", "late_from: 13 is not accepted, only a whole number from 1 to 12"),
    ("deal --rule forcer=owner", "forcer: 'owner' is not accepted, only leader or taker; did you"),
    ("deal --pool -5", "'-5': not a whole number"),
    ("deal --pool 5M", "too large to add up over many deals"),
    ("replay 7", "deal '7': not of the form SEED:DEAL, as in 1:0"),
    ("replay 7:x", "deal 'x': not a whole number"),
    ("replay 18446744073709551616:0", "seed '18446744073709551616': not within 0 to"),
    ("replay 1:9223372036854775807", "deal '9223372036854775807': not within 0 to"),
    ("replay", "Missing argument 'SEED:DEAL'"),
    ("policies --format csv show steady", "options go behind show"),
    ("policies show steady --toml --out x.csv", "goes without --format and --out"),
    ("bench --out bench.png", ".csv .json .parquet .md"),
    ("simulate --out /dev/null/x.csv", "there is no folder"),
    (f"discard {HAND} --until-width 1 --deals 5", "5 plays are too few to choose among 12"),
    (f"discard {HAND} --until-decided --deals 5", "5 plays are too few to choose among 12"),
    ("simulate --deals 1.5", "'1.5': not a whole number"),
    ("simulate --deals 10 --deals x", "'x': not a whole number"),
    ("simulate --seed -1", "'-1': not a whole number"),
    ("simulate --threads 0", "not within 1 to 1024"),
    ("simulate --until-width 0", "'0': not a number above zero"),
    ("simulate --format xml", "'table', 'csv', 'json', 'markdown'"),
    ("simulate --out x.xlsx", ".csv .json .parquet .md .png .svg"),
    ("simulate --plot x.pdf", ".png .svg"),
    ("simulate --run broken.toml", "'broken.toml': is there already and is no folder"),
    ("simulate --run none/run", "there is no folder 'none'"),
    ("simulate --run .", ".: no run folder, it holds "),
    ("simulate --first-deal -1", "'-1': not a whole number"),
    ("simulate --chunk-deals 0", "not within 1 to"),
    ("simulate --max-seconds 0", "'0': not a number above zero"),
    ("simulate --scheduler local:none", "scheduler 'local:none': an address such as tcp://10.0.0"),
    ("simulate --scheduler local:2 --threads 2", "threads and scheduler: a run takes one of them"),
    ("run finish .", "No such command 'finish'"),
    ("run status none", "Directory 'none' does not exist"),
    ("run status .", ".: no run folder, there is no run.toml in it"),
    ("run resume .", ".: no run folder, there is no run.toml in it"),
    ("run extend .", "Missing option '--deals'"),
    ("run merge . --run broken.toml", "is there already and is no folder"),
    ("run merge . .", "Missing option '--run'"),
    ("run show broken.toml", "Directory 'broken.toml' is a file"),
    ("run verify . --pieces 0", "not within 1 to"),
    ("simulate --rotatte", "No such option '--rotatte'"),
    ("simulate surplus", "surplus"),
    ("discard --by rnk", "'rnk'; did you mean rank? There are seat, rank, suit, suit_length"),
    ("discard --by rank,rank", "'rank,rank': one column or two different ones are accepted"),
    ("discard --by rank,suit,seat", "one column or two different ones are accepted"),
    ("discard --by=", "by '': no column ''"),
    ("discard --hands 0", "'0': not within 1 to"),
    ("discard --deals 6143", "deals 6143: too few for 1 hand with 12 lays"),
    ("discard --hands 10 --deals 7679", "at least 7680 are needed"),
    ("discard --until-decided", "--until-decided: means nothing without a HAND"),
    ("discard --heuristics", "--heuristics: means nothing without a HAND"),
    (f"discard {HAND} --by rank", "--by: means nothing with a HAND"),
    (f"discard {HAND} --hands 5", "--hands: means nothing with a HAND"),
    (f"discard {HAND} --seat 4", "4 is not in the range 0<=x<=3"),
    (f"discard {HAND} --seat 3", "11 cards read, seat 3 holds 12"),
    (f"discard {HAND} --policy duck --policy duck", "--policy: given 2 times; here it is one pl"),
    (f"discard {HAND} --opponents duk", "did you mean duck?"),
    (f"discard {HAND} --deals 10", "10 plays are too few to choose among 12: at least 48"),
    (f"discard {HAND} --until-width 1 --until-decided", "a run stops on one of them"),
    ("attempt --policy duck", "policy 'duck': plays as duck, which never goes for a reversis"),
    ("attempt --policy steady --policy duck", "2 policies: one for everybody or four"),
    ("attempt --seat 1", "seat 1: goes with a HAND; none is given"),
    ("attempt --lay JH", "lay 'JH': goes with a HAND"),
    ("attempt --opponents duck", "opponents 'duck': goes with a HAND"),
    ("attempt --tricks 11", "'11': not within 1 to 10"),
    ("attempt --tricks 1,two", "'two': not a whole number from 1"),
    ("attempt --tricks 1,", "'': not a whole number from 1"),
    ("attempt --by trick,suit", "by 'suit': trick, strength, quinola, seat are accepted; did you"),
    (f"attempt {HAND} --seat 3", "11 cards read, seat 3 holds 12"),
    (f"attempt {HAND} --lay 9D", "lay '9D': not in AK7.J93.8542.6"),
    (f"attempt {HAND} --lay 9X", "card '9X': a card is a rank"),
    (f"attempt {HAND}2 --seat 3 --lay decline", "the dealer, seat 3, lays one of twelve cards"),
    (f"attempt {HAND} --policy random", "policy 'random': plays as random, which never goes"),
    ("attempt 32.432.5432.32 --tricks 9 --deals 3", "in none of them did a player stand before"),
    ("sensitivity remize", "option 'remize': no such option; did you mean remise?"),
    ("sensitivity forcer=owner", "forcer: 'owner' is not accepted, only leader or taker; did you"),
    ("sensitivity late_from=13", "late_from: 13 is not accepted, only a whole number from 1 to 12"),
    ("sensitivity force=taker", "option 'force': no such option; did you mean forcer?"),
    ("sensitivity remise=", "option remise: '' is not accepted"),
    ("sensitivity =5", "option '': no such option"),
    ("sensitivity reversis=5M", "too large to add up over many deals"),
    ("sensitivity --deals 0", "not within 1 to"),
    ("sensitivity --hands none", "'none': not a whole number from 0"),
    ("sensitivity --pool x", "'x': not a whole number"),
    ("sensitivity --rule forcer", "'forcer': not of the form OPTION=VALUE"),
    ("sensitivity --until-width 1", "No such option '--until-width'"),
    ("sensitivity --plot x.pdf", ".png .svg"),
    ("sensitivity --policy duk", "did you mean duck?"),
    ("tables quinolla", "table 'quinolla': there is no such table; did you mean quinola? There ar"),
    ("tables --list ace", "did you mean aces?"),
    ("tables points --deals 0", "not within 1 to"),
    ("tables points --out broken.toml", "'broken.toml': is there already and is no folder"),
    ("tables points --out none/folder", "there is no folder 'none'"),
    ("tables points --policy duk", "did you mean duck?"),
    ("tables points --until-width 1", "No such option '--until-width'"),
    ("bench --deals 0", "not within 1 to"),
    ("bench --threads many", "'many': not a whole number"),
    ("policies show duk", "'duk': neither a policy"),
    ("policies show", "Missing argument 'NAME'"),
    ("policies diff duck", "Missing argument 'OTHER'"),
    ("policies list", "No such command 'list'"),
    ("simulte", "no command 'simulte'; did you mean simulate?"),
]


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    """A folder with the wrong files, and nothing to read from standard input."""
    monkeypatch.chdir(tmp_path)
    give_stdin(monkeypatch, "")
    for name, content in FILES.items():
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)


def refusal(capsys, *arguments):
    """The one line that the program says."""
    code, out, err = reversis(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("reversis: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert len(err) < 400
    return err


def test_there_are_many_of_them():
    assert len(HANDS) + len(RECORDS) + len(COMMANDS) > 80


@pytest.mark.parametrize(("hand", "words"), HANDS)
def test_wrong_hands(capsys, hand, words):
    assert words in refusal(capsys, "discard", hand)


@pytest.mark.parametrize(("record", "words"), RECORDS)
def test_wrong_records(capsys, monkeypatch, record, words):
    give_stdin(monkeypatch, record)
    assert words in refusal(capsys, "settle", "-")


@pytest.mark.parametrize(("command", "words"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_wrong_commands(capsys, command, words):
    assert words in refusal(capsys, *command.split())


def test_one_line_stays_one_line_whatever_was_read(capsys):
    for text in ("a\nb", "a\rb", "\x1b[31m", "x" * 10_000):
        for arguments in (
            ("discard", text),
            ("deal", "--policy", text),
            ("deal", "--rule", text),
            ("deal", "--rules", text),
            ("simulate", "--deals", text),
            ("replay", text),
            (text,),
        ):
            code, _, err = reversis(capsys, *arguments)
            assert (code, err.count("\n")) == (2, 1), arguments
            assert "\x1b" not in err, arguments
