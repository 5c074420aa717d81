import { z } from "zod";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Schema of `manifest.json`: the contents of a backup, with hashes of the plaintext. */
export const Manifest = z.object({
  format: z.literal(1),
  version: z.string().describe("Of the program that wrote it"),
  migration: z.string().describe("The newest one that the database had"),
  createdAt: z.iso.datetime(),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_][a-z0-9_]*$/),
      columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)),
      rows: z.number().int(),
      sha256: Sha256,
    }),
  ),
  files: z.array(
    z.object({
      key: z.string().regex(/^[0-9a-f]{2}\/[0-9a-f-]{36}$/),
      size: z.number().int(),
      sha256: Sha256,
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestName = "manifest.json";
export const lockName = "lock.json";
export const nameOfTable = (table: string) => `tables/${table}.copy.gz`;
export const nameOfFile = (key: string) => `files/${key}`;

/** Why a backup cannot be used, as a sentence for the operator. */
export class BackupError extends Error {}
