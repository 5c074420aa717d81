import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PKIStatus } from "pkijs";
import { beforeAll, expect, test } from "vitest";
import { makeTimestampRoot, timestampResponse, type Lie } from "#testing/timestamp-authority.ts";
import { readTimestamp, timestampRequest } from "./token.ts";

const bytes = Buffer.from("localhost/record/7\n5\nroot\n\n— signature\n");
const nonce = Buffer.from("4a00000000000001", "hex");
const dayMs = 86_400_000;
let root: Awaited<ReturnType<typeof makeTimestampRoot>>;
let signer: Awaited<ReturnType<typeof root.issue>>;

beforeAll(async () => {
  root = await makeTimestampRoot();
  signer = await root.issue();
});

const now = () => new Date();
const read = (response: Buffer, change: object = {}) =>
  readTimestamp(response, { bytes, nonce, roots: [root.pem], now: now(), ...change });
const lying = async (lie: Lie, by = signer) =>
  read(await timestampResponse(timestampRequest(bytes, nonce), by, lie));

test("a valid time stamp is read, with its time and the authority's name", async () => {
  const { time, authority } = await lying({});
  expect(Math.abs(time.getTime() - Date.now())).toBeLessThan(10_000);
  expect(authority).toBe("Test time stamps");
});

test("a time stamp that includes its intermediate certificate is read", async () => {
  const intermediate = await root.issue({ isCa: true, usages: [] });
  const below = await root.issueBy(intermediate)();
  expect((await lying({ chain: [intermediate.certificate] }, below)).authority).toBe("Test time stamps");
  await expect(lying({}, below)).rejects.toThrow(/none of the certificates/);
});

test("time stamps signed with RSA are read, with either padding", async () => {
  for (const signs of ["rsa-pss", "rsa-pkcs1"] as const)
    expect((await lying({}, await root.issue({ signs }))).authority).toBe("Test time stamps");
  await expect(lying({ breaksSignature: true }, await root.issue({ signs: "rsa-pss" }))).rejects.toThrow(
    /signature is wrong/,
  );
});

const lies: Record<string, [() => Promise<Lie> | Lie, RegExp]> = {
  "over other data": [() => ({ imprint: randomBytes(32) }), /different data/],
  "with another nonce": [() => ({ nonce: Buffer.from("4b00000000000001", "hex") }), /nonce/],
  "without a nonce": [() => ({ nonce: null }), /nonce/],
  "granted with changes": [() => ({ status: PKIStatus.grantedWithMods }), /granted with changes/],
  rejected: [() => ({ status: PKIStatus.rejection }), /\(rejected\): no policy for you/],
  "of an hour ago": [() => ({ time: new Date(Date.now() - 3_600_000) }), /five minutes/],
  "of tomorrow": [() => ({ time: new Date(Date.now() + dayMs) }), /five minutes/],
  "with a broken signature": [() => ({ breaksSignature: true }), /signature is wrong/],
  "whose signature is over other bytes": [() => ({ signs: randomBytes(100) }), /signature is wrong/],
  "signed as something else": [() => ({ contentType: "1.2.840.113549.1.7.1" }), /not over a time stamp/],
  "that names another certificate": [
    async () => ({ names: (await root.issue()).certificate }),
    /certificate other than the one/,
  ],
};
for (const [what, [lie, reason]] of Object.entries(lies))
  test(`a time stamp ${what} is refused`, async () => {
    await expect(lying(await lie())).rejects.toThrow(reason);
  });

test("a certificate that expired, is not for time stamps alone, or that no root vouches for is refused", async () => {
  const stamps = "1.3.6.1.5.5.7.3.8";
  const expired = await root.issue({ notAfter: new Date(Date.now() - dayMs) });
  await expect(lying({}, expired)).rejects.toThrow(/has expired/);
  const alone = /not reserved for time stamping/;
  await expect(lying({}, await root.issue({ usages: [] }))).rejects.toThrow(alone);
  await expect(lying({}, await root.issue({ usages: ["1.3.6.1.5.5.7.3.1"] }))).rejects.toThrow(alone);
  await expect(lying({}, await root.issue({ usages: [stamps, "1.3.6.1.5.5.7.3.1"] }))).rejects.toThrow(alone);
  await expect(lying({}, await root.issue({ isCritical: false }))).rejects.toThrow(alone);
  const other = await makeTimestampRoot("Other root");
  await expect(lying({}, await other.issue())).rejects.toThrow(/none of the certificates/);
  // a stranger's root inside the token vouches for nothing, nor does a certificate that may not issue others
  const leaf = await root.issue({ usages: [] });
  const below = await root.issueBy(leaf)();
  await expect(lying({ chain: [leaf.certificate] }, below)).rejects.toThrow(/none of the certificates/);
});

test("a truncated, extended or non-DER time stamp is refused with a message", async () => {
  const response = await timestampResponse(timestampRequest(bytes, nonce), signer);
  for (let length = 0; length < response.length; length += 7)
    await expect(read(response.subarray(0, length))).rejects.toThrow(/time stamp|signature/);
  await expect(read(Buffer.concat([response, Buffer.from([0])]))).rejects.toThrow(/truncated/);
  await expect(read(Buffer.from("<html>Welcome</html>"))).rejects.toThrow(/not a time stamp/);
});

test("a change of any byte is detected", async () => {
  const response = await timestampResponse(timestampRequest(bytes, nonce), signer);
  const good = await read(response);
  for (let at = 0; at < response.length; at += 3) {
    const changed = Buffer.from(response);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    // what the signature does not cover may differ, what it says may not
    const result = await read(changed).catch((error: unknown) => error as Error);
    if (result instanceof Error) expect(result.name).toBe("TimestampError");
    else expect(result.time).toEqual(good.time);
  }
});

const openssl = (args: string[], cwd: string) => execFileSync("openssl", args, { cwd, stdio: "pipe" });
const hasOpenssl = (() => {
  try {
    openssl(["version"], "/");
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasOpenssl)("OpenSSL reads our request, and we read its answer", async () => {
  const folder = mkdtempSync(join(tmpdir(), "footnote-tsa-"));
  try {
    writeFileSync(
      join(folder, "tsa.cnf"),
      `[req]\ndistinguished_name=dn\n[dn]\n[ca]\nbasicConstraints=critical,CA:true\n[stamps]\nextendedKeyUsage=critical,timeStamping
[tsa]\ndefault_tsa=one\n[one]\nserial=${folder}/serial\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\ndigests=sha256\nordering=yes\ness_cert_id_chain=no\n`,
    );
    writeFileSync(join(folder, "serial"), "01");
    const config = ["-config", "tsa.cnf"];
    openssl(
      [
        ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "root.key", "-out", "root.pem"],
        ...["-days", "2", "-subj", "/CN=OpenSSL root", "-extensions", "ca", ...config],
      ],
      folder,
    );
    openssl(
      [
        ...["req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr"],
        ...["-subj", "/CN=OpenSSL stamps", ...config],
      ],
      folder,
    );
    openssl(
      [
        ...["x509", "-req", "-in", "tsa.csr", "-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"],
        ...["-out", "tsa.pem", "-days", "2", "-extfile", "tsa.cnf", "-extensions", "stamps"],
      ],
      folder,
    );
    writeFileSync(join(folder, "head.tsq"), timestampRequest(bytes, nonce));
    writeFileSync(join(folder, "head.txt"), bytes);
    openssl(
      [
        ...["ts", "-reply", "-queryfile", "head.tsq", "-inkey", "tsa.key", "-signer", "tsa.pem"],
        ...["-out", "head.tsr", ...config],
      ],
      folder,
    );
    const response = readFileSync(join(folder, "head.tsr"));
    const roots = [readFileSync(join(folder, "root.pem"), "utf8")];
    expect((await read(response, { roots })).authority).toBe("OpenSSL stamps");
    await expect(read(response)).rejects.toThrow(/none of the certificates/);
    // and OpenSSL accepts what our stand-in signs
    writeFileSync(join(folder, "own.tsr"), await timestampResponse(timestampRequest(bytes, nonce), signer));
    writeFileSync(join(folder, "own.pem"), root.pem);
    const said = openssl(
      ["ts", "-verify", "-in", "own.tsr", "-data", "head.txt", "-CAfile", "own.pem"],
      folder,
    );
    expect(said.toString()).toContain("Verification: OK");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
