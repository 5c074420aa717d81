import { beforeAll, expect, test } from "vitest";
import { makeTimestampRoot } from "#testing/timestamp-authority.ts";
import { timestampsOf } from "./timestamps.ts";

let pem: string;
beforeAll(async () => {
  ({ pem } = await makeTimestampRoot());
});

const read = (url: string | undefined, roots: string | undefined, privateHosts: string[] = []) =>
  timestampsOf({ url, roots, minutes: 60 }, privateHosts);

test("an authority has an address and any number of certificates", () => {
  expect(read(undefined, undefined)).toBeNull();
  const config = read("https://tsa.example.com/tsr", `# ours\n${pem}\n${pem}`);
  expect(config).toMatchObject({ roots: [pem.trim(), pem.trim()], everyMs: 3_600_000 });
  expect(read("http://tsa.example.com/", pem, ["tsa.example.com"])?.url.host).toBe("tsa.example.com");
});

test("an incomplete setting, an unusable address, or no certificate stops the start with a message", () => {
  expect(() => read("https://tsa.example.com/", undefined)).toThrow(/must be set together/);
  expect(() => read(undefined, pem)).toThrow(/must be set together/);
  expect(() => read("tsa.example.com", pem)).toThrow(/beginning with https/);
  expect(() => read("ftp://tsa.example.com", pem)).toThrow(/beginning with https/);
  expect(() => read("http://tsa.example.com/", pem)).toThrow(/List tsa\.example\.com in PRIVATE_HOSTS/);
  expect(() => read("https://10.0.0.7/", pem)).toThrow(/not a public address/);
  const broken = pem.replace(/\n.{20}/, "\n");
  for (const roots of ["", "none", broken, pem + broken])
    expect(() => read("https://tsa.example.com/", roots)).toThrow(/no PEM certificates/);
});
