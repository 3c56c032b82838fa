"""The one error that the referee raises."""


class RefereeError(ValueError):
    """A fault in a record: the key it was found under and, in `play`, the trick and the card.

    `key` is a key of the record, or "record" where it is no record at all; `trick` counts from 1.
    """

    def __init__(
        self, key: str, message: str, trick: int | None = None, card: str | None = None
    ) -> None:
        place = key if trick is None else f"{key}, trick {trick}"
        super().__init__(f"{place}: {message}")
        self.key = key
        self.message = message
        self.trick = trick
        self.card = card
