"""Wolf Pack and its opening hands in plain Python, NumPy and OpenSpiel: what Deckle's games are measured against."""

import json
import math
import random
import sys
import time
from pathlib import Path

HUNT = json.loads((Path(__file__).parent / "hunt.json").read_text())
DECK = [card for card, copies in enumerate(HUNT["copies"]) for _ in range(copies)]
SIDES = HUNT["sides"]
PERISCOPE, TORPEDO, TRANSPORT = SIDES[0]["chain"]


def swap_out(cards, at):
    """Takes a card out; the last one takes its place."""
    card, cards[at] = cards[at], cards[-1]
    cards.pop()
    return card


class Hunt:
    """A game; `pick(n)` gives a number below n, each as likely."""

    def __init__(self, pick):
        self.pick, self.deck, self.discard = pick, DECK[:], []
        self.hands, self.rows, self.sunk = ([], []), [0, 0], [0, 0]

    def draw(self, seat):
        if not self.deck:
            self.deck, self.discard = self.discard, self.deck
        if self.deck:
            self.hands[seat].append(swap_out(self.deck, self.pick(len(self.deck))))

    def lose(self, seat, at):
        self.discard.append(swap_out(self.hands[seat], at))

    def worst(self, seat, pick):
        """The place of the card that is least wanted: cards, how many of them are kept, and a die that must show 1."""
        hand = self.hands[seat]
        for cards, keep, die in SIDES[seat]["discard"]:
            if sum(card in cards for card in hand) > keep and (die < 2 or pick(die) == 0):
                return next(at for at, card in enumerate(hand) if card in cards)
        return pick(len(hand))

    def choice(self, seat):
        """The place of the card that is played, if any."""
        side, hand = SIDES[seat], self.hands[seat]
        tricks = side["tricks"] if self.hands[1 - seat] else []
        escape = [side["escape"]] if self.rows[1 - seat] == 2 else []
        for card in (*tricks, side["chain"][self.rows[seat]], *escape):
            if card in hand:
                return hand.index(card)
        return None

    def act(self, seat, at):
        """Plays a card; true when the other side loses one of its own for it."""
        side, card = SIDES[seat], self.hands[seat][at]
        if card == side["chain"][self.rows[seat]]:
            swap_out(self.hands[seat], at)
            self.rows[seat] += 1
            if self.rows[seat] == 3:
                self.discard += side["chain"]
                self.rows[seat] = 0
                self.sunk[seat] += 1
            return False
        self.lose(seat, at)
        if card == side["escape"]:
            for other in (0, 1):
                self.discard += SIDES[other]["chain"][: self.rows[other]]
                self.rows[other] = 0
            return False
        return True

    def play(self):
        """Plays on to the end: the winner, and the rounds."""
        for seat in (0, 1):
            for _ in range(5):
                self.draw(seat)
        for rounds in range(1, 1001):
            for seat in (0, 1):
                self.draw(seat)
                self.draw(seat)
                while len(self.hands[seat]) > 5:
                    self.lose(seat, self.worst(seat, self.pick))
            for seat in (0, 1):
                at = self.choice(seat)
                if at is not None and self.act(seat, at):
                    self.lose(1 - seat, self.pick(len(self.hands[1 - seat])))
                if self.sunk[seat] == SIDES[seat]["goal"]:
                    return seat, rounds
        return None, 1000


def python_games(games, seed):
    pick = random.Random(seed).randrange
    return [Hunt(lambda n: pick(n)).play() for _ in range(games)]


def spiel_games(games, seed):
    """The same through OpenSpiel: every draw is a chance node, every card thrown away or played an action."""
    import pyspiel

    pack = pyspiel.GameType(
        "python_hunt", "Hunt", pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        pyspiel.GameType.Information.IMPERFECT_INFORMATION, pyspiel.GameType.Utility.ZERO_SUM,
        pyspiel.GameType.RewardModel.TERMINAL, 2, 2, False, False, False, False, {})
    info = pyspiel.GameInfo(15, 90, 2, -1.0, 1.0, 0.0, 100_000)

    class Game(pyspiel.Game):
        def __init__(self, params=None):
            super().__init__(pack, info, params or {})

        def new_initial_state(self):
            return State(self)

    class State(pyspiel.State):
        def __init__(self, game):
            super().__init__(game)
            self.hunt = Hunt(lambda n: self.outcome)
            self.tasks = [("draw", seat) for seat in (0, 1) for _ in range(5)]
            self.round, self.outcome, self.over = 0, 0, None
            self.settle()

        def settle(self):
            """Goes on to what somebody, or chance, must decide."""
            hunt = self.hunt
            while self.over is None:
                if not self.tasks:
                    self.round += 1
                    self.tasks = [(what, seat) for seat in (0, 1) for what in ("draw", "draw", "keep")]
                    self.tasks += [("act", 0), ("act", 1)]
                    if self.round > 1000:
                        self.over = -1
                what, seat = self.tasks[0]
                if what == "draw" and not hunt.deck:
                    hunt.deck, hunt.discard = hunt.discard, hunt.deck
                nothing = what == "draw" and not hunt.deck or what == "keep" and len(hunt.hands[seat]) <= 5
                if not nothing and not (what == "lose" and not hunt.hands[seat]):
                    return
                self.tasks.pop(0)

        def current_player(self):
            if self.over is not None:
                return pyspiel.PlayerId.TERMINAL
            what, seat = self.tasks[0]
            return pyspiel.PlayerId.CHANCE if what in ("draw", "lose") else seat

        def chance_outcomes(self):
            what, seat = self.tasks[0]
            size = len(self.hunt.deck if what == "draw" else self.hunt.hands[seat])
            return [(at, 1.0 / size) for at in range(size)]

        def _legal_actions(self, player):
            what, seat = self.tasks[0]
            held = list(range(len(self.hunt.hands[seat])))
            return held if what == "keep" else held + [14]

        def _apply_action(self, action):
            what, seat = self.tasks[0]
            hunt, self.outcome = self.hunt, action
            if what == "keep":
                hunt.lose(seat, action)
            else:
                self.tasks.pop(0)
                if what == "draw":
                    hunt.draw(seat)
                elif what == "lose":
                    hunt.lose(seat, action)
                elif action != 14 and hunt.act(seat, action):
                    self.tasks.insert(0, ("lose", 1 - seat))
                if hunt.sunk[seat] == SIDES[seat]["goal"]:
                    self.over = seat
            self.settle()

        def _action_to_string(self, player, action):
            return str(action)

        def is_terminal(self):
            return self.over is not None

        def returns(self):
            return [1.0, -1.0] if self.over == 0 else [-1.0, 1.0]

        def __str__(self):
            return f"{self.round} {self.hunt.hands} {self.hunt.rows} {self.hunt.sunk}"

    pyspiel.register_game(pack, Game)
    game, pick = pyspiel.load_game("python_hunt"), random.Random(seed)
    played = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[pick.randrange(len(outcomes))][0])
                continue
            what, seat = state.tasks[0]
            keep = what == "keep"
            at = state.hunt.worst(seat, pick.randrange) if keep else state.hunt.choice(seat)
            state.apply_action(14 if at is None else at)
        played.append((state.over, state.round))
    return played


def python_hands(hands, seed):
    sample, hits = random.Random(seed).sample, 0
    for _ in range(hands):
        hand = sample(DECK, 5)
        hits += TORPEDO in hand and PERISCOPE in hand
    return hits


def numpy_hands(hands, seed):
    import numpy

    random_numbers, deck, hits, block = numpy.random.default_rng(seed), numpy.array(DECK), 0, 20_000
    for start in range(0, hands, block):
        many = min(block, hands - start)
        # Five distinct places of ninety each: those that meet are drawn anew.
        places = random_numbers.integers(0, 90, (many, 5))
        while True:
            ordered = numpy.sort(places, axis=1)
            twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
            if not twice.any():
                break
            places[twice] = random_numbers.integers(0, 90, (int(twice.sum()), 5))
        hand = deck[places]
        hits += int(((hand == TORPEDO).any(axis=1) & (hand == PERISCOPE).any(axis=1)).sum())
    return hits


def numpy_shuffles(shuffles, seed):
    import numpy

    random_numbers, hits, block = numpy.random.default_rng(seed), 0, 5_000
    for start in range(0, shuffles, block):
        decks = numpy.tile(numpy.array(DECK), (min(block, shuffles - start), 1))
        hits += int((random_numbers.permuted(decks, axis=1)[:, 0] == PERISCOPE).sum())
    return hits


def python_odds(times, _seed):
    """All three of a chain among eight cards, by inclusion and exclusion."""
    groups = [HUNT["copies"][card] for card in SIDES[0]["chain"]]
    for _ in range(times):
        ways = 0
        for mask in range(8):
            left = 90 - sum(copies for at, copies in enumerate(groups) if mask >> at & 1)
            ways += (-1) ** bin(mask).count("1") * math.comb(left, 8)
        share = ways / math.comb(90, 8)
    return share


def scipy_odds(times, _seed):
    """The same from the multivariate hypergeometric distribution, over all counts."""
    from itertools import product

    from scipy.stats import multivariate_hypergeom

    groups = [HUNT["copies"][card] for card in SIDES[0]["chain"]]
    counts = [c for c in product(range(1, 7), repeat=3) if sum(c) <= 8]
    cases = [(*c, 8 - sum(c)) for c in counts]
    for _ in range(times):
        share = float(multivariate_hypergeom.pmf(cases, m=[*groups, 90 - sum(groups)], n=8).sum())
    return share


WAYS = {
    ("games", "Python"): python_games, ("games", "OpenSpiel, a game in Python"): spiel_games,
    ("hands", "Python"): python_hands, ("hands", "NumPy"): numpy_hands,
    ("shuffles", "NumPy"): numpy_shuffles, ("odds", "Python"): python_odds, ("odds", "SciPy"): scipy_odds,
}


def measured(what, who, times, seed):
    """One line of JSON: what was done how often in how many seconds, and what came of it."""
    way = WAYS[what, who]
    way(2, seed)  # imports and warming up are not counted
    begin = time.process_time()
    found = way(times, seed)
    line = {"what": what, "who": who, "times": times, "seconds": time.process_time() - begin}
    if what == "games":
        rounds = [played[1] for played in found]
        found = sum(played[0] == 0 for played in found)
        line |= {"sum": sum(rounds), "squares": sum(one * one for one in rounds)}
    return json.dumps(line | {"found": found})


if __name__ == "__main__":
    print(measured(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
