/** Where logs are examined, so that the page stays quick. */
import { type Job, desk } from "./desk";

const take = desk(
  (reported) => self.postMessage(reported),
  () => new Promise((done) => setTimeout(done)),
);
self.addEventListener("message", ({ data }: MessageEvent<Job>) => void take(data));
