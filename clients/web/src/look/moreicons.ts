/** Line icons of the screens and sheets that come later than the first table, as `path` of an Icon. */
export const MORE = {
  back: "M14 6l-6 6 6 6",
  onward: "M9 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  share: "M12 15V4M8 7.5L12 4l4 3.5M5 13v6h14v-6",
  save: "M12 4v11M8 11.5l4 3.5 4-3.5M5 15v4h14v-4",
  pause: "M8 5v14M16 5v14",
  rewind: "M12 6l-6 6 6 6M19 6l-6 6 6 6",
  forward: "M12 6l6 6-6 6M5 6l6 6-6 6",
  previous: "M17 6l-7 6 7 6M6 6v12",
  next: "M7 6l7 6-7 6M18 6v12",
  close: "M6 6l12 12M18 6L6 18",
} as const;
