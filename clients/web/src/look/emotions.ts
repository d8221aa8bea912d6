/** What players may show each other, each as a line drawing in a box of 24. */
import type { Emotion } from "../net/messages";

const FACE = "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z";
const EYES = "M9 9.5v.6M15 9.5v.6";

/** What stands for all of them. */
export const SMILE = `${FACE}${EYES}M8 14a4.6 4.6 0 0 0 8 0`;

export const DRAWINGS: Readonly<Record<Emotion, string>> = {
  hello:
    "M8 13V6.5a1.3 1.3 0 0 1 2.6 0V11V4.8a1.3 1.3 0 0 1 2.6 0V11V5.8a1.3 1.3 0 0 1 2.6 0V12V9.5a1.3 1.3 0 0 1 2.6 0V14a6 6 0 0 1-6 6c-2.6 0-4-1.2-5.3-3.4L5.2 13.4a1.3 1.3 0 0 1 2.2-1.4L8 13",
  "well-played": "M7 11v9H4v-9zM7 11l4-7.5a2 2 0 0 1 2.4 2.4L12.6 9.5H18a2 2 0 0 1 2 2.3l-1 6.4a2 2 0 0 1-2 1.8H7",
  thanks: "M12 20S4 15 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3C20 15 12 20 12 20z",
  oops: `${FACE}${EYES}M7.5 16l2.25-2 2.25 2 2.25-2 2.25 2`,
  wow: `${FACE}M9 8.5v1M15 8.5v1M12 12.8a2.1 2.5 0 1 1 0 5 2.1 2.5 0 0 1 0-5z`,
  laugh: `${FACE}M7.3 10.3L9 8.8l1.7 1.5M13.3 10.3L15 8.8l1.7 1.5M7.5 13.2h9a4.5 4.5 0 0 1-9 0z`,
  cry: `${FACE}M8.7 9.5v.6M15.3 9.5v.6M8.5 17a4.2 4.2 0 0 1 7 0M16.4 12.4v2`,
  hurry: "M7 3.5h10M7 20.5h10M8 3.5c0 5 8 5.5 8 8.5s-8 3.5-8 8.5M16 3.5c0 5-8 5.5-8 8.5s8 3.5 8 8.5",
};
