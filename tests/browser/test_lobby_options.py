"""The rules of a table: chosen on the first page and in the lobby, told to all, and played by over several rounds."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from ono_core.game.options import preset_words
from tests.browser.hands import AGAIN, by_taps, deal, to_my_card, waiting_for
from tests.browser.test_screens import check, check_sizes, has_room

Visitor = Callable[..., Page]
DIFFER = "What differs from the official rules"
SAME = "These are the official rules"


def new_table(page: Page, preset: str | None = None) -> None:
    """From the first page into a lobby of one's own that has told its rules."""
    if preset is not None:
        page.get_by_text(preset, exact=True).click()
    page.get_by_role("button", name="New table").click()
    expect(page.get_by_role("region", name="Rules of this table")).to_be_visible()


def joined(visitor: Visitor, host: Page, size: str = "phone") -> Page:
    """A guest who has sat down at the host's table."""
    guest = visitor(host.evaluate("location.pathname + location.hash"), size=size)
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text("deals when all are here")).to_be_visible()
    return guest


def preset(page: Page, label: str) -> Locator:
    """The card of a preset."""
    return page.get_by_role("radio", name=re.compile(f"^{label}"))


def opened(page: Page, *groups: str) -> None:
    """Unfold groups of options."""
    for group in groups:
        page.get_by_role("group", name="Options").locator("summary", has_text=re.compile(f"^{group}$")).click()


def choose(page: Page, option: str, value: str) -> None:
    """Set an option to the value with this label, as the host does."""
    page.get_by_label(option, exact=True).select_option(label=value)


def chosen(page: Page, option: str) -> Locator:
    """The label of the value that an option has."""
    return page.get_by_label(option, exact=True).locator("option:checked")


def sentence(page: Page, words: str) -> Locator:
    """A sentence of what differs."""
    return page.get_by_role("listitem").filter(has_text=words)


def test_the_first_page_names_the_presets_as_the_table_does(visitor: Visitor) -> None:
    """It is there before any table, so it has the words itself; boardflix is chosen to begin with."""
    page = visitor()
    for words in preset_words():
        page.get_by_text(words.label, exact=True).click()
        expect(page.get_by_text(words.line)).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="boardflix")).to_be_checked()


def test_a_table_opens_by_the_preset_of_the_first_page(visitor: Visitor) -> None:
    """Whatever was chosen there is chosen in the lobby."""
    page = visitor()
    new_table(page, "Official")
    expect(preset(page, "Official")).to_be_checked()
    expect(page.get_by_text(SAME)).to_be_visible()


def test_a_host_chooses_rules_and_a_guest_is_told(visitor: Visitor) -> None:
    """Sentences for everybody, controls for the host alone; a change is said to a screen reader too."""
    host = visitor()
    new_table(host)
    guest = joined(visitor, host)
    expect(sentence(guest, "The game calls your last card for you.")).to_be_visible()
    host.get_by_text("Official", exact=True).click()
    expect(guest.get_by_text(SAME)).to_be_visible()
    opened(host, "Draw cards")
    choose(host, "Stacking", "like on like")
    expect(sentence(guest, "a Wild Draw Four with a Wild Draw Four")).to_be_visible()
    expect(guest.locator("[aria-live=polite]", has_text="Rules changed: A Draw Two can be")).to_have_count(1)
    expect(guest.get_by_role("combobox")).to_have_count(0)
    expect(guest.get_by_role("radio")).to_have_count(0)
    expect(guest.get_by_text("Official, with 1 change.")).to_be_visible()
    host.get_by_role("button", name="Undo the changes").click()
    expect(guest.get_by_text(SAME)).to_be_visible()


def test_a_guest_reads_all_rules_before_sitting_down(visitor: Visitor) -> None:
    """And in the lobby: what differs first, then everything else."""
    host = visitor()
    new_table(host)
    guest = visitor(host.evaluate("location.pathname + location.hash"))
    guest.get_by_role("button", name="See the rules").click()
    rules = guest.get_by_role("dialog", name="Rules of this table")
    expect(rules.get_by_role("heading", name=DIFFER)).to_be_visible()
    expect(rules.get_by_role("heading", name="Everything else")).to_be_visible()
    expect(rules.get_by_text("Everybody is dealt seven cards.")).to_be_visible()
    guest.keyboard.press("Escape")
    expect(rules).to_have_count(0)


def test_a_contradiction_is_refused_where_it_was_made(visitor: Visitor) -> None:
    """With the labels that the host sees; the control goes back, and the next change that fits clears the words."""
    host = visitor()
    new_table(host, "Official")
    opened(host, "Last card")
    choose(host, "A wrong call or catch", "costs two cards")
    expect(sentence(host, "A wrong call or catch costs two cards.")).to_be_visible()
    choose(host, "Calling the last card", "the game calls")
    expect(host.get_by_role("alert")).to_have_text("“A wrong call or catch” needs “Calling the last card: you call”.")
    expect(chosen(host, "Calling the last card")).to_have_text("you call")
    choose(host, "A wrong call or catch", "costs nothing")
    expect(host.get_by_role("alert")).to_have_count(0)
    choose(host, "Calling the last card", "the game calls")
    expect(sentence(host, "The game calls your last card for you.")).to_be_visible()
    expect(host.get_by_label("A wrong call or catch", exact=True)).to_have_count(0)


def test_a_table_is_not_made_too_small_for_who_sits_there(visitor: Visitor) -> None:
    """Neither by its seats nor by a preset."""
    host = visitor()
    new_table(host, "Official")
    host.get_by_role("button", name="Easy computer at seat 9").click()
    expect(host.get_by_text("computer, easy")).to_be_visible()
    host.get_by_text("boardflix", exact=True).click()
    expect(host.get_by_role("alert")).to_have_text("A seat after the first 6 is taken.")
    expect(preset(host, "Official")).to_be_checked()
    opened(host, "Start")
    choose(host, "Most players", "8")
    expect(host.get_by_role("alert")).to_have_text("A seat after the first 8 is taken.")
    expect(chosen(host, "Most players")).to_have_text("10")


def test_what_the_customizable_cards_say_is_written_in_the_lobby(visitor: Visitor) -> None:
    """With the deck that has them, and gone with it."""
    host = visitor()
    new_table(host)
    opened(host, "Cards")
    choose(host, "Deck", "with newer wilds, 112 cards")
    host.get_by_label("Customizable Wild 2").fill("Sing  ")
    host.keyboard.press("Tab")
    expect(sentence(host, 'written on them is "Sing".')).to_be_visible()
    choose(host, "Deck", "classic, 108 cards")
    expect(host.get_by_label("Customizable Wild 2")).to_have_count(0)
    expect(host.get_by_role("alert")).to_have_count(0)


def test_keys_alone_choose_rules(visitor: Visitor) -> None:
    """Arrows between the presets, Enter to unfold a group, the space bar for a switch."""
    host = visitor(size="desktop")
    new_table(host)
    preset(host, "boardflix").focus()
    host.keyboard.press("ArrowDown")
    expect(host.get_by_text(SAME)).to_be_visible()
    host.get_by_role("group", name="Options").locator("summary", has_text="House rules").focus()
    host.keyboard.press("Enter")
    host.keyboard.press("Tab")
    host.keyboard.press("Space")
    expect(host.get_by_role("switch", name="7 swaps, 0 passes hands on")).to_be_checked()
    expect(sentence(host, "Whoever plays a 7 swaps hands")).to_be_visible()


def test_a_lobby_of_ten_with_all_options_open_is_accessible(visitor: Visitor) -> None:
    """Host and guest, and the sheet with all rules."""
    host = visitor(size="small")
    new_table(host, "Table Party")
    expect(host.get_by_role("button", name="Hard computer at seat 10")).to_be_visible()
    opened(host, "Cards", "Start", "Drawing", "Draw cards", "Last card", "House rules", "Scoring", "Pace")
    choose(host, "Deck", "with newer wilds, 112 cards")
    expect(host.get_by_label("Customizable Wild 1")).to_be_visible()
    has_room(host, "lobby, small")
    check_sizes(host, "lobby")
    guest = joined(visitor, host, "small")
    has_room(guest, "lobby of a guest, small")
    check_sizes(guest, "lobby of a guest")
    guest.get_by_role("button", name="All rules").click()
    expect(guest.get_by_role("dialog", name="Rules of this table")).to_be_visible()
    has_room(guest, "rules, small")
    check_sizes(guest, "rules")


def test_the_rules_are_told_at_any_time_from_the_menu(visitor: Visitor) -> None:
    """Also in the middle of a game."""
    page = visitor()
    deal(page)
    to_my_card(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules of this table").click()
    rules = page.get_by_role("dialog", name="Rules of this table")
    expect(rules.get_by_text("The game is one round, and no points are counted.")).to_be_visible()
    rules.get_by_role("button", name="Close").click()
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()


def test_a_match_goes_over_several_rounds_to_its_winner(visitor: Visitor) -> None:
    """Each round ends on a page with every hand and its points; the host goes on; the last page has the scores."""
    page = visitor()
    new_table(page)
    opened(page, "Start", "Scoring")
    choose(page, "Cards dealt", "5")
    choose(page, "Scoring", "the winner scores")
    choose(page, "Played to", "200 points")
    for seat in (2, 3):
        page.get_by_role("button", name=f"Medium computer at seat {seat}").click()
    page.get_by_role("button", name="Deal for 3 players").click()
    rounds = 0
    while (way := waiting_for(page)) not in {AGAIN, "over"}:
        if way == "next":
            rounds += 1
            of_round(page, rounds)
        by_taps(page, way)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("wins?!$"))
    played = "1 round" if rounds == 0 else f"{rounds + 1} rounds"
    expect(page.get_by_text(f"after {played}")).to_be_visible()
    expect(page.get_by_role("listitem").first).to_contain_text(re.compile(r"[2-9]\d\d of 200"))
    expect(page.get_by_role("region", name="Fairness")).to_contain_text("Cards proven")
    check(page, "winner of a match")


def of_round(page: Page, number: int) -> None:
    """The page between two rounds: who went out, what all held, the scores, and that it goes on by itself."""
    expect(page.get_by_text(f"Round {number} is over")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(" goe?s? out$|^Nobody|^Too many"))
    expect(page.get_by_role("listitem").filter(has_text="of 200")).to_have_count(3)
    expect(page.get_by_role("timer")).to_have_text(re.compile("The next round begins by itself"))
    if number == 1:
        check(page, "round over")


def test_a_round_goes_on_for_a_guest_who_sees_it_end(visitor: Visitor) -> None:
    """Who does not host has no button for it, but the words."""
    page = visitor()
    new_table(page)
    opened(page, "Start", "Scoring")
    choose(page, "Cards dealt", "5")
    choose(page, "Scoring", "fewest points win")
    page.get_by_role("button", name="Easy computer at seat 2").click()
    expect(page.get_by_role("button", name="Deal for 2 players")).to_be_enabled()
    watcher = visitor(page.evaluate("location.pathname + location.hash"))
    watcher.get_by_role("button", name="Just watch").click()
    page.get_by_role("button", name="Deal for 2 players").click()
    while (way := waiting_for(page)) != "next":
        by_taps(page, way)
    expect(watcher.get_by_role("timer")).to_have_text(re.compile("The next round begins by itself"))
    expect(watcher.get_by_role("button", name="Next round")).to_have_count(0)
    by_taps(page, "next")
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
