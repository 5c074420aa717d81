import { expect, test } from "vitest";
import { startProduct } from "#testing/product.ts";
import {
  askQuestion,
  emptyRow,
  uploadFiles,
  type Acknowledged,
  type Row,
} from "#testing/write-errors/acknowledged.ts";
import { failDatabase, type DatabaseFault } from "#testing/write-errors/database.ts";
import { failFileStore, oneFileThread } from "#testing/write-errors/file-store.ts";
import { checkIntegrity } from "#testing/write-errors/integrity.ts";
import { reasonAgainst } from "#testing/write-errors/strace.ts";

/** P8: write errors of the operating system, in the real program with its embedded database. The bench `faults` has more. */
const reason = process.platform === "linux" ? await reasonAgainst() : "only Linux has strace";
if (reason !== null) process.stderr.write(`Skipped: no write errors can be injected, because ${reason}.\n`);

const fileCalls = 30;
const databaseFaults: DatabaseFault[] = [
  { call: "fdatasync", error: "EIO", nth: 1 },
  { call: "fdatasync", error: "ENOSPC", nth: 6 },
  { call: "pwrite64", error: "ENOSPC", nth: 3 },
  { call: "pwrite64", error: "EIO", nth: 8 },
  { call: "fsync", error: "EIO", nth: 1 },
  { call: "pwritev", error: "ENOSPC", nth: 1 },
];

test.skipIf(reason !== null)(
  "under write errors each file and question is saved or refused, and everything saved is intact after kill -9",
  { timeout: 300_000 },
  async () => {
    const product = await startProduct({ LOG_LEVEL: "silent", ...oneFileThread });
    try {
      const theme = await product.newTheme("write errors");
      const acknowledged: Acknowledged = { files: new Map(), answers: new Map() };
      const on = { product, theme, acknowledged };

      const ofFiles = await failFileStore(on, { calls: fileCalls, stride: 5, errors: ["EIO", "ENOSPC"] });
      expect(sum(ofFiles, "failed")).toBeGreaterThanOrEqual(2 * fileCalls);
      expect(sum(ofFiles, "refused")).toBeGreaterThan(0);
      // the database is well: each file is refused by itself
      expect(sum(ofFiles, "unavailable")).toBe(0);
      expectNothingElse(ofFiles);

      const ofDatabase: Row[] = [];
      for (const fault of databaseFaults) ofDatabase.push(await failDatabase(on, fault));
      expect(sum(ofDatabase, "refused")).toBeGreaterThan(0);
      expectNothingElse(ofDatabase);

      const after = emptyRow("afterwards");
      await uploadFiles(on, after, { files: 5 });
      await askQuestion(on, after);
      expect(after).toMatchObject({ acknowledged: 6, refused: 0, otherwise: [] });

      await product.crash("everything");
      const found = await checkIntegrity(on);
      const slowest = Math.max(...ofDatabase.map(({ backAfterMs = 0 }) => backAfterMs));
      console.info(
        `${sum(ofFiles, "failed")} calls of the file store and ${sum(ofDatabase, "failed")} of the database failed: ${sum([...ofFiles, ...ofDatabase], "acknowledged")} files and questions acknowledged, ${sum([...ofFiles, ...ofDatabase], "refused")} refused, ${found.filesLost + found.answersLost} lost; back after ${Math.round(slowest)} ms at most; ${found.relations} indexes and ${found.events} events intact`,
      );
      expect(found).toMatchObject({ filesLost: 0, unread: [], answersLost: 0, record: "intact" });
      expect(found.files).toBeGreaterThan(fileCalls / 5);
      expect(found.answers).toBeGreaterThan(5);
    } finally {
      await product.stop();
    }
  },
);

const sum = (rows: Row[], column: "failed" | "acknowledged" | "refused" | "unavailable") =>
  rows.reduce((total, row) => total + row[column], 0);

function expectNothingElse(rows: Row[]): void {
  expect(rows.flatMap(({ fault, otherwise }) => otherwise.map((words) => `${fault}: ${words}`))).toEqual([]);
}
