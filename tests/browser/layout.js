async () => {
  const faults = [];
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const box = (node) => node.getBoundingClientRect();
  const hits = (owner, x, y) => owner.contains(document.elementFromPoint(x, y));
  const sheet = document.querySelector("[role=dialog]");
  const { clientWidth: width, scrollWidth } = document.documentElement;
  if (scrollWidth > width) faults.push(`sideways scroll to ${scrollWidth}`);

  // Cards: whoever touches the corner anywhere touches that very card.
  const hand = document.querySelector(".hand");
  for (const card of sheet ? [] : all("button", hand)) {
    card.scrollIntoView({ block: "nearest" });
    const { x, y } = box(card);
    const corners = [1, 22, 43].flatMap((dx) => [1, 22, 43].map((dy) => [x + dx, y + dy]));
    const lost = corners.filter(([px, py]) => !hits(card, px, py)).length;
    if (lost > 0) faults.push(`${card.ariaLabel}: ${lost} of 9 points of its corner are not its own`);
  }
  hand.parentElement.scrollTo(0, 0);

  // In a sheet the hand is repeated.
  if (sheet) {
    const cards = all(".strip .card", sheet);
    if (cards.length < all("button", hand).length - 1) faults.push(`${cards.length} cards in the sheet`);
    cards.forEach((card, i) => {
      const { x, y, width } = box(card);
      card.style.pointerEvents = "auto";
      const inside = x >= 0 && x + width <= innerWidth;
      if (!inside || !hits(card, x + 7, y + 8)) faults.push(`card ${i} of the sheet is covered`);
    });
    if (sheet.scrollHeight > sheet.clientHeight + 1) faults.push(`the sheet is ${sheet.scrollHeight} px high`);
    for (const blurred of [...all(".hand"), sheet]) {
      for (let node = blurred; node; node = node.parentElement) {
        const { filter, backdropFilter } = getComputedStyle(node);
        if (filter !== "none" || backdropFilter !== "none") faults.push("something is blurred");
      }
    }
  }

  // Seats.
  const overlaps = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const parts = [".avatar", ".name .text", ".count"];
  const seats = all(".seat").map((seat) => [seat, parts.map((part) => seat.querySelector(part))]);
  for (const [seat, shown] of sheet ? [] : seats) {
    for (const part of shown) {
      const { x, y, width, height, left, right, top, bottom } = box(part);
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      if (!inside) faults.push(`${seat.ariaLabel}: ${part.className} outside`);
      const held = seat.querySelector(".catch") !== null && part.className.includes("avatar");
      if (!held && !hits(seat, x + width / 2, y + height / 2))
        faults.push(`${seat.ariaLabel}: ${part.className} covered`);
    }
    const name = shown[1];
    const letters = (name.clientWidth / name.scrollWidth) * name.textContent.length;
    if (letters < Math.min(5, name.textContent.length)) faults.push(`${letters} letters of ${name.textContent}`);
  }
  const apart = seats.map(([seat, shown]) => [seat.ariaLabel, shown.map(box)]);
  const table = [".pile .cards", ".discard", ".board .sign"].flatMap((part) => all(part)).map(box);
  apart.forEach(([name, mine], i) => {
    const others = [...apart.slice(i + 1).flatMap(([, theirs]) => theirs), ...table];
    if (mine.some((a) => others.some((b) => overlaps(a, b)))) faults.push(`${name}: lies on another`);
  });

  // What is to be read and pressed.
  for (const selector of sheet ? [] : [".pile .cards", ".discard", ".board .sign", ".screen > .prompt"]) {
    for (const node of all(selector)) {
      const { x, y, width, height } = box(node);
      const owed = selector === ".discard" ? 0.25 : 0.5;
      if (!hits(node, x + width * owed, y + height * 0.5)) faults.push(`${selector} is covered`);
    }
  }
  for (const button of all("button", sheet ?? document).filter((node) => !hand.contains(node))) {
    const { left, right, top, bottom, width, height } = box(button);
    if (width <= 1 || button.checkVisibility({ visibilityProperty: true }) === false) continue;
    if (button.closest("aside:not(.open)") && innerWidth < 1000) continue;
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight + scrollY)
      faults.push(`button ${button.textContent} outside`);
    if (width < 43.5 || height < 43.5) faults.push(`button ${button.textContent} is ${width} x ${height}`);
    if (!hits(button, left + width / 2, top + height / 2)) faults.push(`button ${button.textContent} is covered`);
  }
  return faults;
};
