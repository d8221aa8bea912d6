"""The ways into a room, and out of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Sit
from tests.browser.hands import by_taps, deal, to_first_turn, to_my_card, waiting_for

Visitor = Callable[..., Page]


def new_table(page: Page) -> str:
    """Open a table; its code."""
    page.get_by_role("button", name="New table").click()
    page.wait_for_url(re.compile(r"/r/[A-Z]{4,8}#k=[a-z2-7]{16}$"))
    return page.get_by_role("heading", level=1).inner_text()


def path(page: Page) -> str:
    """The path and fragment of the page's address."""
    return str(page.evaluate("location.pathname + location.hash"))


def test_a_link_seats_a_fresh_browser_with_a_name_and_one_tap(visitor: Visitor) -> None:
    """No account and no other field; the host sees who came."""
    host = visitor()
    new_table(host)
    guest = visitor(path(host))
    guest.get_by_label("Your name").fill("Zoë")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_text(re.compile("deals when all are here"))).to_be_visible()
    expect(host.get_by_text("Zoë")).to_be_visible()


def test_a_code_is_taken_in_any_case_with_spaces(visitor: Visitor) -> None:
    """Enter submits it."""
    code = new_table(visitor())
    guest = visitor()
    guest.get_by_label("Or join with a code").fill(f" {code[:2].lower()} {code[2:].lower()} ")
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("button", name="Sit down")).to_be_visible()


def test_a_wrong_code_gets_one_sentence_and_keeps_the_input(visitor: Visitor) -> None:
    """Typed or in a link."""
    typed = visitor()
    typed.get_by_label("Or join with a code").fill("zzzz")
    typed.keyboard.press("Enter")
    expect(typed.get_by_role("alert")).to_have_text("There is no table with that code.")
    expect(typed.get_by_label("Or join with a code")).to_have_value("zzzz")
    linked = visitor("/r/ZZZZ")
    expect(linked.get_by_role("alert")).to_have_text("There is no table with that code.")
    expect(linked.get_by_label("Or join with a code")).to_have_value("ZZZZ")


def test_a_link_to_another_table_is_not_followed(visitor: Visitor) -> None:
    """The fingerprint in a link names the table's key."""
    host = visitor()
    code = new_table(host)
    guest = visitor(f"/r/{code}#k=aaaaaaaaaaaaaaaa")
    expect(guest.get_by_role("alert")).to_contain_text("This is not the table that the link names.")
    guest.get_by_role("button", name="Join", exact=True).click()  # the code stands there, and the link still counts
    expect(guest.get_by_role("alert")).to_contain_text("This is not the table that the link names.")
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)


def test_a_name_that_is_taken_is_refused_in_words(visitor: Visitor) -> None:
    """And another one may be given at once."""
    host = visitor()
    host.get_by_label("Your name").fill("Zoë")
    new_table(host)
    guest = visitor(path(host))
    guest.get_by_label("Your name").fill("zoe")
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("alert")).to_have_text("Somebody else has that name, or one that looks like it.")
    guest.get_by_label("Your name").fill("Max")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Max")).to_be_visible()


def test_the_host_seats_and_removes_computers(visitor: Visitor) -> None:
    """At the very seat, at three levels; dealing needs two."""
    host = visitor()
    new_table(host)
    expect(host.get_by_role("button", name=re.compile("^Deal"))).to_be_disabled()
    host.get_by_role("button", name="Hard computer at seat 4").click()
    expect(host.get_by_text("computer, hard")).to_be_visible()
    expect(host.get_by_role("button", name="Deal for 2 players")).to_be_enabled()
    host.get_by_role("button", name=re.compile("^Remove ")).click()
    expect(host.get_by_role("button", name=re.compile("^Deal"))).to_be_disabled()


def test_the_lobby_shows_the_link_as_a_picture(visitor: Visitor) -> None:
    """The QR code is there and has a size."""
    host = visitor()
    new_table(host)
    picture = host.get_by_role("img", name="QR code of the link")
    host.wait_for_function("node => node.complete && node.naturalWidth > 0", arg=picture.element_handle())


def test_someone_without_a_seat_watches(visitor: Visitor) -> None:
    """All seats, no hand, nothing to press for a player."""
    player = visitor()
    deal(player)
    watcher = visitor(path(player))
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
    expect(watcher.get_by_role("group", name=re.compile("^(Mira|Kofi|Ada), "))).to_have_count(3)
    expect(watcher.get_by_role("group", name=re.compile("^Your hand"))).to_have_count(0)
    assert watcher.title() != "Your turn"


def test_who_comes_to_watch_shows_the_player_that_both_see_the_same_game(visitor: Visitor) -> None:
    """Fairness has nothing to say of it while one is alone with computers."""
    player = visitor()
    deal(player)
    to_my_card(player)
    player.get_by_role("button", name=re.compile("^Fairness|^Checked so far")).first.click()
    same = player.get_by_role("listitem").filter(has_text="Everyone saw the same game")
    expect(same).to_contain_text("nobody else has shown one yet")
    watcher = visitor(path(player))
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
    expect(same).to_contain_text("Somebody else holds the same log up to entry")


@pytest.mark.parametrize("way", ["link", "button"])
def test_leaving_asks_once_and_two_ways_lead_back(visitor: Visitor, way: str) -> None:
    """The computer plays on until the player is back: by the link, or by the first page, which knows the table."""
    page = visitor()
    deal(page)
    to_my_card(page)
    room = path(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("^Leave the table")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("button", name=re.compile("^Leave")).click()
    expect(page.get_by_role("button", name="New table")).to_be_visible()
    if way == "link":
        page.goto(room)
    else:
        page.get_by_role("button", name=f"Back to table {room[3:].partition('#')[0]}").click()
    expect(
        page.get_by_role("group", name=re.compile("^Your hand")).or_(page.get_by_text("Final table"))
    ).to_be_visible()


def test_the_back_button_of_the_browser_gives_no_seat_away(visitor: Visitor) -> None:
    """It opens the menu, where leaving asks once; what is open already it closes."""
    page = visitor()
    deal(page)
    to_my_card(page)
    room = path(page)
    page.go_back()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()
    assert path(page) == room
    page.go_back()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert path(page) == room
    expect(page.get_by_role("group", name=re.compile("^Your hand"))).to_be_visible()


# The door


def flip(host: Page, name: str) -> None:
    """Turn a switch of the lobby on; the table has said that it is so."""
    switch = host.get_by_role("switch", name=re.compile(f"^{name}"))
    switch.click()
    expect(switch).to_be_checked()


def public_tables(page: Page) -> None:
    """Open the sheet, and wait until it has looked."""
    page.get_by_role("button", name="Public tables").click()
    expect(page.get_by_role("button", name="Look again")).to_be_enabled()


def public_table(visitor: Visitor) -> tuple[Page, str]:
    """A host whose table strangers may find, and its code."""
    host = visitor()
    code = new_table(host)
    flip(host, "Public")
    return host, code


@pytest.mark.usefixtures("own_server")
def test_quick_play_seats_a_stranger_at_a_public_table(visitor: Visitor) -> None:
    """Of the rules that were chosen on the first page; two presses, and no code."""
    host, code = public_table(visitor)
    stranger = visitor()
    stranger.get_by_label("Your name").fill("Zoë")
    public_tables(stranger)
    stranger.get_by_role("button", name=re.compile("^Quick play")).click()
    expect(stranger.get_by_text(re.compile("deals when all are here"))).to_be_visible()
    expect(stranger.get_by_role("heading", level=1)).to_have_text(code)
    expect(stranger.get_by_text("Public: strangers may find this table.")).to_be_visible()
    expect(host.get_by_text("Zoë")).to_be_visible()


@pytest.mark.usefixtures("own_server")
def test_quick_play_opens_a_table_for_others_where_none_waits(visitor: Visitor) -> None:
    """Not one of other rules; it is public from the beginning, so the next finds it."""
    public_table(visitor)
    first, second = visitor(), visitor()
    first.get_by_text("Official", exact=True).click()
    public_tables(first)
    first.get_by_role("button", name=re.compile("^Quick play.*Official")).click()
    expect(first.get_by_role("switch", name=re.compile("^Public"))).to_be_checked()
    second.get_by_text("Official", exact=True).click()
    second.get_by_label("Your name").fill("Zoë")
    public_tables(second)
    second.get_by_role("button", name=re.compile("^Quick play")).click()
    expect(first.get_by_text("Zoë")).to_be_visible()


@pytest.mark.usefixtures("own_server")
def test_a_stranger_finds_a_public_table_in_the_list(visitor: Visitor) -> None:
    """Nothing is there before the host opens it, which is said with what to do; then one press leads to its door."""
    host, stranger = visitor(), visitor()
    code = new_table(host)
    public_tables(stranger)
    expect(stranger.get_by_role("status")).to_contain_text("No table is public now. Quick play opens one")
    flip(host, "Public")
    stranger.get_by_role("button", name="Look again").click()
    row = stranger.get_by_role("button", name=re.compile(code))
    expect(row).to_contain_text("boardflix · 1 of 6 players · waiting")
    row.click()
    stranger.get_by_label("Your name").fill("Zoë")
    stranger.get_by_role("button", name="Sit down").click()
    expect(host.get_by_text("Zoë")).to_be_visible()


def test_a_list_that_does_not_come_is_said_so(visitor: Visitor) -> None:
    """And it comes when it is looked for again."""
    _, code = public_table(visitor)
    stranger = visitor()
    stranger.route("**/rooms", lambda route: route.abort("connectionrefused"))
    public_tables(stranger)
    expect(stranger.get_by_role("status")).to_have_text("The list did not come. Look again in a moment.")
    stranger.unroute("**/rooms")
    stranger.get_by_role("button", name="Look again").click()
    expect(stranger.get_by_role("button", name=re.compile(code))).to_be_visible()


def test_a_locked_table_turns_a_newcomer_away_in_words(visitor: Visitor) -> None:
    """At its link and at its code; who stands at its door already takes no seat, and is told why."""
    host = visitor()
    code = new_table(host)
    early = visitor(path(host))
    expect(early.get_by_role("button", name="Sit down")).to_be_visible()
    flip(host, "Locked")
    early.get_by_label("Your name").fill("Zoë")
    early.get_by_role("button", name="Sit down").click()
    expect(early.get_by_role("alert")).to_have_text("The host has locked this table: nobody new takes a seat.")
    late = visitor(path(host))
    expect(late.get_by_role("alert")).to_have_text("The host has locked this table: nobody new comes in.")
    expect(late.get_by_label("Or join with a code")).to_have_value(code)
    host.get_by_role("switch", name=re.compile("^Locked")).click()
    late.get_by_role("button", name="Join", exact=True).click()
    expect(late.get_by_role("button", name="Sit down")).to_be_visible()


def seated(visitor: Visitor, link: str, name: str) -> Page:
    """A guest at the table of this link."""
    guest = visitor(link)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()
    expect(guest.get_by_role("button", name="Sit down")).to_have_count(0)
    return guest


def is_turned_away(guest: Page, link: str) -> None:
    """It is told so on the first page, and again when it follows the link."""
    for _ in range(2):
        expect(guest.get_by_role("alert")).to_have_text("The host has put you out of this table.")
        expect(guest.get_by_role("button", name="New table")).to_be_enabled()
        expect(guest.get_by_role("button", name=re.compile("^Back to table"))).to_have_count(0)
        guest.goto(link)


def test_who_is_put_out_of_the_lobby_is_told_and_does_not_come_back(visitor: Visitor) -> None:
    """The host is asked once before."""
    host = visitor()
    new_table(host)
    guest = seated(visitor, path(host), "Zoë")
    host.get_by_role("button", name="Remove Zoë").click()
    host.get_by_role("button", name=re.compile(r"^Put Zoë out\?")).click()
    is_turned_away(guest, path(host))
    expect(host.get_by_text("Zoë")).to_have_count(0)


def test_who_is_put_out_of_a_game_is_told_and_the_computer_plays_on(visitor: Visitor) -> None:
    """From the menu, by name, after a question; others have nothing of the kind in theirs."""
    host = visitor()
    new_table(host)
    guest = seated(visitor, path(host), "Zoë")
    host.get_by_role("button", name="Deal for 2 players").click()
    to_first_turn(guest)
    guest.get_by_role("button", name="Menu").click()
    expect(guest.get_by_role("button", name="Keyboard")).to_be_visible()
    expect(guest.get_by_role("button", name="Put a player out")).to_have_count(0)
    guest.keyboard.press("Escape")
    to_first_turn(host)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("button", name="Put a player out").click()
    host.get_by_role("button", name="Remove Zoë").click()
    host.get_by_role("button", name=re.compile(r"^Put Zoë out\?")).click()
    expect(host.get_by_role("dialog", name="Put a player out")).to_have_count(0)
    is_turned_away(guest, path(host))
    to_my_card(host)


def test_who_watches_a_game_that_is_shown_after_its_end_is_told_so(visitor: Visitor) -> None:
    """In the lobby too, before anybody deals."""
    host = visitor()
    new_table(host)
    host.get_by_text("After the end").click()
    watcher = visitor(path(host))
    watcher.get_by_role("button", name="Just watch").click()
    expect(watcher.get_by_text("Who only watches sees the game after its end.")).to_be_visible()
    host.get_by_role("button", name="Easy computer at seat 2").click()
    host.get_by_role("button", name="Deal for 2 players").click()
    expect(watcher.get_by_role("heading", level=1)).to_contain_text("Watching")
    expect(watcher.get_by_role("alert")).to_have_text("You see this game after its end.")


# Between the rounds of a match


def test_who_comes_to_a_match_sits_down_between_two_rounds(sit: Sit, visitor: Visitor) -> None:
    """Told to wait while a round runs, offered a seat when it is over, dealt in with the next."""
    (host,) = sit("Sol", computers=1, preset="official", deal=5)
    comer = visitor(path(host))
    expect(comer.get_by_text("You can take a seat when this round is over.")).to_be_visible()
    while (way := waiting_for(host)) != "next":
        by_taps(host, way)
    comer.get_by_label("Your name").fill("Zoë")
    comer.get_by_role("button", name="Sit down").click()
    expect(comer.get_by_text("You are dealt in from the next round on.")).to_be_visible()
    expect(host.get_by_role("listitem").filter(has_text="Zoë")).to_contain_text("not in this round")
    by_taps(host, "next")
    expect(comer.get_by_role("group", name=re.compile("^Your hand, "))).to_be_visible()
    expect(host.get_by_role("group", name=re.compile("^Zoë, "))).to_be_visible()
