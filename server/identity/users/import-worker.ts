import { AppError } from "#server/platform/errors.ts";
import { exposeWorker } from "#server/platform/thread-side.ts";
import { planImport, readLines } from "./import-plan.ts";
import type { Importing } from "./import-thread.ts";

exposeWorker<Importing>({
  read({ csv }) {
    try {
      return { lines: readLines(csv) };
    } catch (error) {
      if (error instanceof AppError) return { refusal: error.message };
      throw error;
    }
  },
  plan: ({ lines, ...around }) => planImport(lines, around),
});
