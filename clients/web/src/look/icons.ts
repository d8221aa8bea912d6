/** Line icons in a box of 24, stroked in the text's colour; those of later screens are in moreicons.ts. */
export const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h10",
  sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  bot: "M7 8h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3v-5a3 3 0 0 1 3-3zM12 8V4M9 13v1M15 13v1",
  away: "M5 5l14 14M9 5.5A10 10 0 0 1 21 9M3 9a12 12 0 0 1 3-2M7 13a7 7 0 0 1 3-1.8M12 18v.1",
  sort: "M4 7h9M4 12h6M4 17h3M17 6v12M13.5 14.5L17 18l3.5-3.5",
  draw: "M7.5 3.5h6A2.5 2.5 0 0 1 16 6v10a2.5 2.5 0 0 1-2.5 2.5h-6A2.5 2.5 0 0 1 5 16V6a2.5 2.5 0 0 1 2.5-2.5zM19.5 8v12.5H10M10.5 8v6M7.5 11h6",
  play: "M7 5l12 7-12 7z",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z",
} as const;

export type IconName = keyof typeof ICONS;
