#!/usr/bin/env node
// Verifies a bundle or a proof of a Footnote record with nothing but Node 20 or newer: no server, no database, no packages.
//
//   node footnote-verify.mjs bundle.zip --key key.pem [--head head.txt] [--tsa-roots roots.pem]
//   node footnote-verify.mjs proof.json --key key.pem [--head head.txt]
//
// The key is the public key that signed the heads; give --key once for each if it was changed. The head is one that you
// kept, or got from someone you trust: without it, a record rewritten before the bundle was made looks intact.
// The roots are certificates of a time-stamping authority (RFC 3161), from the authority itself: with them the signatures of
// the bundle's time stamps are verified too. Revocation is not checked.
// Exits with 0 if everything verifies, 1 if something doesn't, 2 if it was called incorrectly.
import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  verify as verifySignature,
  X509Certificate,
} from "node:crypto";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

/** The only files of a bundle, besides pairs of a head and its time stamp. */
const files = [
  "bundle.json",
  "events.jsonl",
  "files.txt",
  "head.txt",
  "heads.jsonl",
  "index.html",
  "manifests.jsonl",
  "rest.jsonl",
  "texts.jsonl",
];
const timestampName = /^timestamps\/(\d{12})\.(?:txt|tsr)$/;
/** More than ten years with a time stamp a day. */
const mostTimestamps = 4_000;
/** Bytes of one file, unpacked; Node reads no longer string of its lines. */
const mostBytes = 1024 ** 3;
/** Text compresses less than this; more indicates an archive made to exhaust memory. */
const mostRatio = 1000;
/** Nesting depth of lists and objects. */
const mostDepth = 64;

class Refused extends Error {}
const refuse = (sentence) => {
  throw new Refused(sentence);
};

// --- reading

/** The files of a ZIP archive (APPNOTE 6.3.10) by name; refuses anything unusual. */
function openZip(path) {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  const read = (at, length) => {
    if (!Number.isSafeInteger(at) || at < 0 || length < 0 || at + length > size)
      refuse("The bundle is truncated or damaged.");
    const bytes = Buffer.alloc(length);
    if (readSync(file, bytes, 0, length, at) !== length) refuse("The bundle is truncated or damaged.");
    return bytes;
  };
  const tailLength = Math.min(size, 65_557);
  const tail = read(size - tailLength, tailLength);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > tail.length) refuse("The file is not a ZIP archive, or it is truncated.");
  // a comment could hold a second list of files, which other programs would show
  if (end + 22 !== tail.length) refuse("The bundle is longer than its list of files says.");
  const count = tail.readUInt16LE(end + 10);
  const directorySize = tail.readUInt32LE(end + 12);
  const directoryAt = tail.readUInt32LE(end + 16);
  if (count < files.length || count > files.length + 2 * mostTimestamps)
    refuse(`The bundle contains ${count} files instead of ${files.length} and time stamps.`);
  if (directoryAt + directorySize > size) refuse("The bundle is truncated or damaged.");
  const directory = read(directoryAt, directorySize);
  const entries = new Map();
  /** SHA-256 in hex of the files read so far. */
  const hashes = new Map();
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      refuse("The bundle's list of files is damaged.");
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.subarray(at + 46, at + 46 + nameLength).toString("utf8");
    if (!files.includes(name) && !timestampName.test(name))
      refuse(`The bundle contains a file that does not belong there: ${JSON.stringify(name.slice(0, 80))}.`);
    if (entries.has(name)) refuse(`The bundle contains ${name} twice.`);
    entries.set(name, {
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return {
    names: [...entries.keys()],
    hashes,
    read: (name) => {
      const bytes = unpack(name, entries.get(name) ?? refuse(`The bundle lacks ${name}.`), read);
      hashes.set(name, sha256(bytes).toString("hex"));
      return bytes;
    },
    close: () => closeSync(file),
  };
}

function unpack(name, { flags, method, crc, packed, unpacked, offset }, read) {
  if ((flags & 1) !== 0) refuse(`${name} is encrypted.`);
  if (unpacked > mostBytes) refuse(`${name} would unpack to ${unpacked} bytes, more than the limit.`);
  if (unpacked > packed * mostRatio + 1024)
    refuse(`${name} unpacks to far more than its size: it was made to exhaust memory.`);
  const header = read(offset, 30);
  if (header.readUInt32LE(0) !== 0x04034b50) refuse(`${name} is damaged.`);
  const ownName = read(offset + 30, header.readUInt16LE(26)).toString("utf8");
  if (ownName !== name) refuse(`${name} has a second name: ${JSON.stringify(ownName.slice(0, 80))}.`);
  const packedBytes = read(offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packed);
  let bytes;
  try {
    if (method === 0) bytes = packedBytes;
    else if (method === 8) bytes = inflateRawSync(packedBytes, { maxOutputLength: Math.max(1, unpacked) });
    else refuse(`${name} uses an unknown compression method.`);
  } catch (error) {
    if (error instanceof Refused) throw error;
    refuse(`${name} is damaged, or longer than stated.`);
  }
  if (bytes.length !== unpacked || crc32(bytes) !== crc)
    refuse(`${name} does not match the archive's checksum.`);
  return bytes;
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function textOf(bytes, name) {
  try {
    return decoder.decode(bytes);
  } catch {
    return refuse(`${name} is not UTF-8 text.`);
  }
}

/** JSON that is not nested more deeply than the product's own. */
function parse(text, name) {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    if (isText) {
      if (letter === 0x5c) at += 1;
      else if (letter === 0x22) isText = false;
    } else if (letter === 0x22) isText = true;
    else if (letter === 0x7b || letter === 0x5b) {
      depth += 1;
      if (depth > mostDepth) refuse(`${name} is nested too deeply.`);
    } else if (letter === 0x7d || letter === 0x5d) depth -= 1;
  }
  try {
    return JSON.parse(text);
  } catch {
    return refuse(`${name} contains invalid JSON.`);
  }
}

/** One object per line. */
function* linesOf(bytes, name) {
  for (let from = 0, n = 1; from < bytes.length; n++) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end;
    const place = `${name}, line ${n}`;
    const value = parse(textOf(bytes.subarray(from, to), place), place);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      refuse(`${place} is not an object.`);
    yield [value, place];
    from = to + 1;
  }
}

/** RFC 8785: the canonical text of a JSON value. */
function canonical(value, place) {
  if (typeof value === "string") {
    if (!value.isWellFormed()) refuse(`${place} contains half of a surrogate pair.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part, place)).join(",")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.keys(value)
      .sort()
      .map((key) => `${canonical(key, place)}:${canonical(value[key], place)}`)
      .join(",")}}`;
  return JSON.stringify(value);
}

/** A text that is hashed verbatim must be the canonical text of its value. */
function parseCanonical(text, place) {
  if (typeof text !== "string") refuse(`${place} is incomplete.`);
  const value = parse(text, place);
  if (canonical(value, place) !== text) refuse(`${place} is not written in its canonical form.`);
  return value;
}

function hashOf(text, place) {
  const bytes = typeof text === "string" ? Buffer.from(text, "base64") : Buffer.alloc(0);
  if (bytes.length !== 32 || bytes.toString("base64") !== text) refuse(`${place} lacks a hash.`);
  return bytes;
}

function hexOf(text, place) {
  if (typeof text !== "string" || !/^[0-9a-f]{64}$/.test(text)) refuse(`${place} lacks a hash.`);
  return Buffer.from(text, "hex");
}

const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

// --- hashing

const sha256 = (...parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafOf = (entry) => sha256(Buffer.from([0]), entry);
const nodeOf = (left, right) => sha256(Buffer.from([1]), left, right);
const commitmentOf = (salt, content) => createHmac("sha256", salt).update(content).digest();

/** A tree of RFC 9162 that grows from left to right, by leaves or by complete subtrees. */
class Tree {
  size = 0;
  peaks = [];
  append(hash, level, place) {
    if (this.size % 2 ** level !== 0) refuse(`${place} is in the wrong place.`);
    this.size += 2 ** level;
    let peak = { hash, level };
    while (this.peaks.at(-1)?.level === peak.level)
      peak = { hash: nodeOf(this.peaks.pop().hash, peak.hash), level: peak.level + 1 };
    this.peaks.push(peak);
  }
  root() {
    const [last, ...others] = this.peaks.map(({ hash }) => hash).reverse();
    return others.reduce((right, left) => nodeOf(left, right), last ?? sha256(""));
  }
}

/** RFC 9162, 2.1.3.2. */
function provesInclusion(leaf, index, size, root, proof) {
  if (!isCount(index) || !isCount(size) || index >= size || root.length !== 32) return false;
  let [first, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      hash = nodeOf(sibling, hash);
      while (first % 2 === 0 && first !== 0) [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
    } else hash = nodeOf(hash, sibling);
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

/** RFC 9162, 2.1.4.2. */
function provesConsistency(earlier, later, given) {
  if (!isCount(earlier.size) || earlier.size < 1 || earlier.size > later.size) return false;
  if (earlier.size === later.size) return given.length === 0 && earlier.root.equals(later.root);
  if (given.length === 0) return false;
  const isPower = Number.isInteger(Math.log2(earlier.size)) && 2 ** Math.log2(earlier.size) === earlier.size;
  const [start, ...proof] = isPower ? [earlier.root, ...given] : given;
  let [first, last] = [earlier.size - 1, later.size - 1];
  while (first % 2 === 1) [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  let [ofEarlier, ofLater] = [start, start];
  for (const hash of proof) {
    if (last === 0) return false;
    if (first % 2 === 1 || first === last) {
      ofEarlier = nodeOf(hash, ofEarlier);
      ofLater = nodeOf(hash, ofLater);
      while (first % 2 === 0 && first !== 0) [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
    } else ofLater = nodeOf(ofLater, hash);
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 && ofEarlier.equals(earlier.root) && ofLater.equals(later.root);
}

// --- heads

/** A signed head: c2sp.org/tlog-checkpoint. */
function readHead(note, keys, place) {
  if (typeof note !== "string" || note.length > 4096) refuse(`${place} is not a signed head.`);
  const [, origin, size, root, signatures] =
    /^([^\n]+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n\n((?:— [^ \n]+ [A-Za-z0-9+/=]+\n)+)$/.exec(note) ??
    refuse(`${place} is not a signed head.`);
  const text = note.slice(0, note.indexOf("\n\n") + 1);
  checkSigned({ text, origin, signatures }, keys, place);
  return { origin, size: Number(size), root: hashOf(root, place) };
}

/** One of the keys must have signed the text under the log's name (c2sp.org/signed-note). */
function checkSigned({ text, origin, signatures }, keys, place) {
  const isSigned = signatures
    .trimEnd()
    .split("\n")
    .some((line) => {
      const [, name, encoded] = line.split(" ");
      const bytes = Buffer.from(encoded, "base64");
      return (
        name === origin &&
        // only one base64 spelling of the same bytes is valid
        bytes.toString("base64") === encoded &&
        keys.some(({ raw, key }) => {
          const id = sha256(`${name}\n`, Buffer.from([1]), raw).subarray(0, 4);
          return (
            id.equals(bytes.subarray(0, 4)) &&
            verifySignature(null, Buffer.from(text), key, bytes.subarray(4))
          );
        })
      );
    });
  if (!isSigned) refuse(`${place} was not signed with the key you gave.`);
}

/**
 * The signed list of all other files by their SHA-256: what nothing else proves (index.html, the size of a selection) was
 * not changed either since the bundle was made.
 */
function checkFiles(zip, keys, origin) {
  const note = textOf(zip.read("files.txt"), "files.txt");
  const [, of, lines, signatures] =
    /^files of a bundle of ([^\n]+)\n((?:[0-9a-f]{64} {2}[\w./]+\n)+)\n((?:— [^ \n]+ [A-Za-z0-9+/=]+\n)+)$/.exec(
      note,
    ) ?? refuse("files.txt is not a signed list of files.");
  checkSigned({ text: note.slice(0, note.indexOf("\n\n") + 1), origin: of, signatures }, keys, "files.txt");
  if (of !== origin) refuse("files.txt belongs to another log.");
  const listed = new Map(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const name of zip.names.filter((other) => other !== "files.txt")) {
    if (!zip.hashes.has(name)) zip.read(name);
    if (listed.get(name) !== zip.hashes.get(name)) refuse(`${name} was changed since the bundle was made.`);
    listed.delete(name);
  }
  if (listed.size > 0) refuse(`${[...listed.keys()][0]} was removed since the bundle was made.`);
}

/** A log keeps its number when the installation's address changes; its keys and proofs say whether it is the same. */
const isSameLog = (one, other) => /\/record\/\d+$/.exec(one)?.[0] === /\/record\/\d+$/.exec(other)?.[0];

function readKey(path) {
  let key;
  try {
    key = createPublicKey(readFileSync(path));
  } catch {
    return refuse(`${path} contains no public key.`);
  }
  if (key.asymmetricKeyType !== "ed25519") refuse(`${path} contains no Ed25519 key.`);
  return { key, raw: key.export({ format: "der", type: "spki" }).subarray(-32) };
}

/** The head kept outside must cover a prefix of the verified log, or all of it. */
function checkKept(kept, head, earlier) {
  if (kept === null) return;
  if (!isSameLog(kept.origin, head.origin))
    refuse(`Your head belongs to another log: ${kept.origin} instead of ${head.origin}.`);
  if (kept.size > head.size)
    refuse(
      `Your head covers ${kept.size} events, this only ${head.size}: events are missing, or it was made before your head.`,
    );
  if (kept.size === head.size) {
    if (!kept.root.equals(head.root))
      refuse("The record was rewritten: it does not match your head of the same size.");
    return;
  }
  const proved = earlier.get(kept.size);
  if (proved === undefined)
    refuse(
      `Nothing here proves how the log grew from your head of ${kept.size} events. Ask for a bundle that ends at this head or later and contains it.`,
    );
  if (!proved.equals(kept.root)) refuse(`The record was rewritten after your head of ${kept.size} events.`);
}

// --- events and manifests

/** An event's line, leaf and details; erased parts are null. */
function readEvent({ entry, salt, details }, place) {
  const event = parseCanonical(entry, place);
  if (!isCount(event.seq) || event.seq < 1 || typeof event.details !== "string")
    refuse(`${place} is not an event.`);
  if (salt === null && details === null) return { event, leaf: leafOf(entry), isErased: true };
  parseCanonical(details, `${place}, details,`);
  if (!commitmentOf(hexOf(salt, place), details).equals(hexOf(event.details, place)))
    refuse(`The details of event ${event.seq} are not those that were recorded.`);
  return { event, leaf: leafOf(entry), isErased: false };
}

/** Whether the asker's name is present: newer manifests commit to it without including it. */
function readAsker(asker, manifest, place) {
  const identity = manifest.asker?.identity;
  if (identity === undefined) return true;
  const { salt, content } = asker ?? {};
  if (salt === null && content === null) return false;
  parseCanonical(content, `${place}, asker,`);
  if (!commitmentOf(hexOf(salt, place), content).equals(hexOf(identity, place)))
    refuse(`${place}: the person who asked is not the one that was recorded.`);
  return true;
}

function readManifest({ salt, content }, committed, place) {
  if (salt === null && content === null) return null;
  const manifest = parseCanonical(content, place);
  if (!commitmentOf(hexOf(salt, place), content).equals(committed))
    refuse(`${place}: the answer is not the one that was recorded.`);
  return manifest;
}

const hashesIn = ({ theme, sources }) => [
  ...[theme?.purpose, theme?.instructions, theme?.tags].filter((hash) => typeof hash === "string"),
  ...(Array.isArray(sources) ? sources : []).map((source) => source?.passage?.sha256),
];

// --- erasures

/** Missing content, and the events of its erasure: content missing without one was altered. */
class Erasures {
  gone = { events: [], answers: [], askers: [] };
  #said = { events: [], answers: [], askers: [] };
  #lines = [];

  /** An event whose details were verified, or none of an erasure. */
  take(event, details, place) {
    if (event.action !== "retention.erase" || event.actor?.type !== "system" || details === null) return;
    const after = parse(details, place)?.after ?? {};
    const count = {};
    for (const part of ["events", "answers", "askers"]) {
      const ranges = readRanges(after[part], place);
      count[part] = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      // an erasure follows the event that it erases
      for (const { from, to } of ranges) this.#said[part].push({ from, to: Math.min(to, event.seq - 1) });
    }
    const under =
      after.of === "person"
        ? `at the erasure of person ${after.person}`
        : `under retention of ${after.of} (${after.months} months)`;
    const parts = [
      ...(count.answers > 0 ? [`answers: ${count.answers}`] : []),
      ...(count.events > 0 ? [`details of events: ${count.events}`] : []),
      ...(count.askers > 0 ? [`names of askers: ${count.askers}`] : []),
    ];
    this.#lines.push(`erased on ${String(event.at).slice(0, 10)} ${under}; ${parts.join(", ")}`);
  }

  /** @returns a line for each erasure that explains missing content */
  explain() {
    const sentences = {
      events: (seq) => `The content of event ${seq} is gone, and no recorded erasure covers it.`,
      answers: (seq) => `The answer of event ${seq} is gone, and no recorded erasure covers it.`,
      askers: (seq) => `The asker of the answer of event ${seq} is gone, and no recorded erasure covers it.`,
    };
    let isAny = false;
    for (const part of ["events", "answers", "askers"]) {
      const said = this.#said[part].toSorted((a, b) => a.from - b.from);
      let [at, end] = [0, 0];
      for (const seq of this.gone[part].toSorted((a, b) => a - b)) {
        isAny = true;
        for (; at < said.length && said[at].from <= seq; at += 1) end = Math.max(end, said[at].to);
        if (seq > end) refuse(sentences[part](seq));
      }
    }
    return isAny ? this.#lines : [];
  }
}

function readRanges(text, place) {
  if (typeof text !== "string") refuse(`${place} is not an erasure.`);
  if (text === "") return [];
  return text.split(",").map((part) => {
    const [, from, to] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part) ?? refuse(`${place} is not an erasure.`);
    return { from: Number(from), to: Number(to ?? from) };
  });
}

// --- time stamps

const oids = {
  signedData: "2a864886f70d010702",
  tstInfo: "2a864886f70d0109100104",
  contentType: "2a864886f70d010903",
  messageDigest: "2a864886f70d010904",
  signingCertificate: "2a864886f70d010910020c",
  signingCertificateV2: "2a864886f70d010910022f",
};
/** Hashes by their object identifiers in hex. */
const hashNames = {
  "608648016503040201": "sha256",
  "608648016503040202": "sha384",
  "608648016503040203": "sha512",
};
/** Hashes of signature algorithms; null: named by the signature separately, or fixed by the key. */
const signatureHashes = {
  "2a864886f70d010101": null,
  "2a864886f70d01010b": "sha256",
  "2a864886f70d01010c": "sha384",
  "2a864886f70d01010d": "sha512",
  "2a8648ce3d040302": "sha256",
  "2a8648ce3d040303": "sha384",
  "2a8648ce3d040304": "sha512",
  "2b6570": null,
};
const rsaPss = "2a864886f70d01010a";
const mgf1 = "2a864886f70d010108";
const forTimeStamps = "1.3.6.1.5.5.7.3.8";

/** One element of DER (X.690): its tag, content and whole bytes. */
function derAt(bytes, at, place) {
  const cutOff = () => refuse(`${place} is not a time stamp, or is truncated.`);
  if (at + 2 > bytes.length) cutOff();
  let length = bytes[at + 1];
  let from = at + 2;
  if (length >= 0x80) {
    const count = length & 0x7f;
    if (count === 0 || count > 4 || from + count > bytes.length) cutOff();
    length = bytes.readUIntBE(from, count);
    from += count;
  }
  const to = from + length;
  if (to > bytes.length) cutOff();
  return { tag: bytes[at], content: bytes.subarray(from, to), whole: bytes.subarray(at, to), to };
}

/** The elements inside one with this tag. */
function partsOf(element, tag, place) {
  if (element?.tag !== tag) refuse(`${place} is not an RFC 3161 time stamp.`);
  const parts = [];
  for (let at = 0; at < element.content.length; at = parts.at(-1).to)
    parts.push(derAt(element.content, at, place));
  return parts;
}

function contentOf(element, tag, place) {
  if (element?.tag !== tag) refuse(`${place} is not an RFC 3161 time stamp.`);
  return element.content;
}

const [INTEGER, OCTETS, OID, SEQUENCE, SET, TIME, TAGGED] = [0x02, 0x04, 0x06, 0x30, 0x31, 0x18, 0xa0];

/** The parts of a TimeStampResp (RFC 3161, 2.4.2). */
function readTimestamp(bytes, place) {
  const parts = (element, tag) => partsOf(element, tag, place);
  const content = (element, tag) => contentOf(element, tag, place);
  const outer = derAt(bytes, 0, place);
  if (outer.to !== bytes.length) refuse(`${place} is longer than a time stamp.`);
  const [status, token] = parts(outer, SEQUENCE);
  if (content(parts(status, SEQUENCE)[0], INTEGER).toString("hex") !== "00")
    refuse(`${place} contains no time stamp: the authority granted none.`);
  const [type, wrapped] = parts(token, SEQUENCE);
  if (content(type, OID).toString("hex") !== oids.signedData)
    refuse(`${place} is not an RFC 3161 time stamp.`);
  const [, , encapsulated, ...more] = parts(parts(wrapped, TAGGED)[0], SEQUENCE);
  const [contentType, octets] = parts(encapsulated, SEQUENCE);
  if (content(contentType, OID).toString("hex") !== oids.tstInfo)
    refuse(`${place} is not an RFC 3161 time stamp.`);
  const info = content(parts(octets, TAGGED)[0], OCTETS);
  const [, , imprint, , time] = parts(derAt(info, 0, place), SEQUENCE);
  const [algorithm, hash] = parts(imprint, SEQUENCE);
  const certificates = more.find(({ tag }) => tag === TAGGED);
  return {
    info,
    hash: hashNames[content(parts(algorithm, SEQUENCE)[0], OID).toString("hex")],
    imprint: content(hash, OCTETS),
    time: readTime(content(time, TIME).toString("latin1"), place),
    certificates: certificates === undefined ? [] : readCertificates(parts(certificates, TAGGED), place),
    signers: parts(more.at(-1), SET),
  };
}

function readTime(text, place) {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? refuse(`${place} has no time.`);
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? refuse(`${place} has no time.`) : time;
}

function readCertificates(parts, place) {
  try {
    return parts.filter(({ tag }) => tag === SEQUENCE).map(({ whole }) => new X509Certificate(whole));
  } catch {
    return refuse(`${place} carries a certificate that cannot be read.`);
  }
}

function readSigner(signers, place) {
  if (signers.length !== 1) refuse(`${place} does not have exactly one signature.`);
  const [, , digest, attributes, algorithm, signature] = partsOf(signers[0], SEQUENCE, place);
  const oidOf = (element) => contentOf(partsOf(element, SEQUENCE, place)[0], OID, place).toString("hex");
  const values = new Map(
    partsOf(attributes, TAGGED, place).map((attribute) => {
      const [type, value] = partsOf(attribute, SEQUENCE, place);
      return [contentOf(type, OID, place).toString("hex"), partsOf(value, SET, place)[0]];
    }),
  );
  return {
    ...(oidOf(algorithm) === rsaPss ? readPss(algorithm, place) : { pssHash: null, saltLength: null }),
    hash: hashNames[oidOf(digest)],
    // signed as a SET (RFC 5652, 5.4)
    signed: Buffer.concat([Buffer.from([SET]), attributes.whole.subarray(1)]),
    values,
    algorithm: oidOf(algorithm),
    signature: contentOf(signature, OCTETS, place),
  };
}

/**
 * The parameters of an RSA-PSS signature (RFC 4055, 3.1). Without them it uses SHA-1, and two different hashes are never
 * used: neither is known here.
 */
function readPss(algorithm, place) {
  const inside = (element, tag) => partsOf(element, tag, place);
  const [, parameters] = inside(algorithm, SEQUENCE);
  const given = new Map(
    (parameters?.tag === SEQUENCE ? inside(parameters, SEQUENCE) : []).map((part) => [
      part.tag - TAGGED,
      inside(part, part.tag)[0],
    ]),
  );
  const oidOf = (element) => contentOf(inside(element, SEQUENCE)[0], OID, place).toString("hex");
  const [hash, mask, salt] = [0, 1, 2].map((tag) => given.get(tag));
  if (hash === undefined || mask === undefined || given.has(3) || oidOf(mask) !== mgf1)
    return { pssHash: undefined, saltLength: 0 };
  const pssHash = oidOf(inside(mask, SEQUENCE)[1]) === oidOf(hash) ? hashNames[oidOf(hash)] : undefined;
  const bytes = salt === undefined ? Buffer.from([20]) : contentOf(salt, INTEGER, place);
  return { pssHash, saltLength: bytes.length > 2 ? -1 : bytes.readUIntBE(0, bytes.length) };
}

/** The certificate that the signed attributes name by its hash (RFC 5035, RFC 5816). */
function namedCertificate({ values }, certificates, place) {
  const second = values.get(oids.signingCertificateV2);
  const attribute = second ?? values.get(oids.signingCertificate);
  const inside = (element) => partsOf(element, SEQUENCE, place);
  const first = inside(inside(inside(attribute)[0])[0]);
  const isNamed = first[0]?.tag === SEQUENCE;
  const oid = isNamed ? contentOf(inside(first[0])[0], OID, place).toString("hex") : null;
  const hash = second === undefined ? "sha1" : oid === null ? "sha256" : hashNames[oid];
  const wanted = contentOf(first[isNamed ? 1 : 0], OCTETS, place);
  if (hash === undefined) refuse(`${place} names its certificate by an unknown hash.`);
  return (
    certificates.find(({ raw }) => createHash(hash).update(raw).digest().equals(wanted)) ??
    refuse(`${place} lacks the certificate it was signed for.`)
  );
}

/** Whether a chain of issuing certificates leads from a root to the certificate at that time. */
function isVouchedFor(certificate, time, { certificates, roots }) {
  const isValid = ({ validFrom, validTo }) => new Date(validFrom) <= time && time <= new Date(validTo);
  const issued = (by) => (issuer) =>
    issuer.ca && isValid(issuer) && by.checkIssued(issuer) && by.verify(issuer.publicKey);
  for (let at = certificate, n = 0; at !== undefined && isValid(at) && n < 8; n++) {
    if (roots.some(issued(at)) || roots.some(({ raw }) => raw.equals(at.raw))) return true;
    at = certificates.filter(({ raw }) => !raw.equals(at.raw)).find(issued(at));
  }
  return false;
}

function isSignedByPss({ pssHash, saltLength, signed, signature }, key) {
  if (!["rsa", "rsa-pss"].includes(key.asymmetricKeyType) || saltLength < 0) return false;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  return verifySignature(pssHash, signed, { key, padding, saltLength }, signature);
}

/** RFC 3161, 2.2, and RFC 5652, 5.4. */
function checkTimestampSignature({ info, time, certificates, signers }, roots, place) {
  const signer = readSigner(signers, place);
  const valueOf = (oid, tag) => contentOf(signer.values.get(oid), tag, place);
  const isPss = signer.algorithm === rsaPss;
  const isKnown = isPss ? signer.pssHash !== undefined : Object.hasOwn(signatureHashes, signer.algorithm);
  if (signer.hash === undefined || !isKnown)
    refuse(`${place} has a signature that this verifier does not know. Use openssl ts -verify instead.`);
  if (
    valueOf(oids.contentType, OID).toString("hex") !== oids.tstInfo ||
    !createHash(signer.hash).update(info).digest().equals(valueOf(oids.messageDigest, OCTETS))
  )
    refuse(`The signature of ${place} covers something else.`);
  const certificate = namedCertificate(signer, certificates, place);
  const { publicKey } = certificate;
  const hash =
    signatureHashes[signer.algorithm] ?? (publicKey.asymmetricKeyType === "rsa" ? signer.hash : null);
  const isSigned = isPss
    ? isSignedByPss(signer, publicKey)
    : verifySignature(hash, signer.signed, publicKey, signer.signature);
  if (!isSigned) refuse(`The signature of ${place} is wrong.`);
  if (certificate.keyUsage?.length !== 1 || certificate.keyUsage[0] !== forTimeStamps)
    refuse(`The certificate of ${place} is not reserved for time stamping.`);
  if (!isVouchedFor(certificate, time, { certificates, roots }))
    refuse(`None of your roots vouches for the certificate of ${place} at its time.`);
}

/** A time stamp over a signed head that `rootAt` proves to be of this log, by its size. */
function checkTimestamp({ place, noteBytes, bytes }, { keys, head, rootAt, roots }) {
  const stamped = readHead(textOf(noteBytes, place), keys, `The head of ${place}`);
  if (!isSameLog(stamped.origin, head.origin) || rootAt(stamped)?.equals(stamped.root) !== true)
    refuse(`The head of ${place} is not a head of this record.`);
  const stamp = readTimestamp(bytes, place);
  if (stamp.hash === undefined || !createHash(stamp.hash).update(noteBytes).digest().equals(stamp.imprint))
    refuse(`${place} does not cover its head.`);
  if (roots !== null) checkTimestampSignature(stamp, roots, place);
  const signer = readSigner(stamp.signers, place);
  const { subject } = namedCertificate(signer, stamp.certificates, place);
  return { time: stamp.time, size: stamped.size, authority: subject.replaceAll("\n", ", ") };
}

const moment = ({ size, time }) => `${size} events by ${time.toISOString().replace(".000", "")}`;
const vouchedFor = "Each time stamp is signed by a certificate that your roots vouch for.";

/** Checks that each time stamp is over a signed and proved head. @returns lines describing them */
function verifyTimestamps(zip, { keys, head, earlier, roots }) {
  const sizes = [...new Set(zip.names.map((name) => timestampName.exec(name)?.[1]))]
    .filter((size) => size !== undefined)
    .sort((a, b) => Number(a) - Number(b));
  if (sizes.length === 0)
    return roots === null
      ? []
      : refuse("You gave roots of an authority, but the bundle contains no time stamps.");
  const byAuthority = new Map();
  for (const size of sizes) {
    const place = `timestamps/${size}.tsr`;
    const given = { place, noteBytes: zip.read(`timestamps/${size}.txt`), bytes: zip.read(place) };
    const rootAt = (stamped) =>
      stamped.size !== Number(size)
        ? undefined
        : stamped.size === head.size
          ? head.root
          : earlier.get(stamped.size);
    const stamp = checkTimestamp(given, { keys, head, rootAt, roots });
    byAuthority.set(stamp.authority, [...(byAuthority.get(stamp.authority) ?? []), stamp]);
  }
  const lines = [...byAuthority].map(([name, [first, ...others]]) =>
    others.length === 0
      ? `A head was time-stamped by ${name}: the log had ${moment(first)}.`
      : `${others.length + 1} heads were time-stamped by ${name}: the log had ${moment(first)}, and ${moment(others.at(-1))}.`,
  );
  const [first] = sizes;
  return roots === null
    ? [
        ...lines,
        "The signatures of time stamps were not verified: give --tsa-roots roots.pem, or unpack the bundle and call",
        `  openssl ts -verify -in timestamps/${first}.tsr -data timestamps/${first}.txt -CAfile roots.pem`,
      ]
    : [...lines, vouchedFor];
}

/** The time stamp of a proof, if it has one. */
function verifyProofTimestamp(proof, seq, { keys, head, roots }) {
  if (proof.timestamp === undefined || proof.timestamp === null)
    return roots === null
      ? []
      : refuse("You gave roots of an authority, but the proof contains no time stamp.");
  const { head: note, response } = proof.timestamp;
  if (typeof note !== "string" || typeof response !== "string") refuse("The time stamp cannot be read.");
  const given = {
    place: "The time stamp",
    noteBytes: Buffer.from(note),
    bytes: Buffer.from(response, "base64"),
  };
  const rootAt = (stamped) =>
    stamped.size < seq
      ? refuse("The time-stamped head does not cover the answer.")
      : stamped.size === head.size
        ? head.root
        : earlierIn(proof.consistency, stamped, head).get(stamped.size);
  const { authority, ...stamp } = checkTimestamp(given, { keys, head, rootAt, roots });
  return [
    `A head over it was time-stamped by ${authority}: the log had ${moment(stamp)}.`,
    roots === null
      ? "The signature of the time stamp was not verified: give --tsa-roots roots.pem."
      : vouchedFor,
  ];
}

function readRoots(path) {
  const text = textOf(readFileSync(path), path);
  try {
    const roots = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
    if (roots.length > 0) return roots.map((pem) => new X509Certificate(pem));
  } catch {
    // told below
  }
  return refuse(`${path} contains no certificates.`);
}

// --- the two kinds of files

function verifyBundle(path, keys, kept, roots) {
  const zip = openZip(path);
  try {
    const head = readHead(textOf(zip.read("head.txt"), "head.txt"), keys, "head.txt");
    const about = parse(textOf(zip.read("bundle.json"), "bundle.json"), "bundle.json");
    if (about?.form !== "footnote-bundle/2") refuse("This verifier does not know this form of bundle.");
    const committed = new Map();
    const counts = { events: 0, erased: 0, answers: 0, texts: 0 };
    const erasures = new Erasures();
    const tree = new Tree();
    const rest = linesOf(zip.read("rest.jsonl"), "rest.jsonl");
    let next = rest.next();
    const appendRest = (until) => {
      while (!next.done && tree.size < until) {
        const [{ level, hash }, place] = next.value;
        if (!isCount(level) || level > 48) refuse(`${place} has no level.`);
        tree.append(hashOf(hash, place), level, place);
        next = rest.next();
      }
    };
    for (const [line, place] of linesOf(zip.read("events.jsonl"), "events.jsonl")) {
      const { event, leaf, isErased } = readEvent(line, place);
      appendRest(event.seq - 1);
      if (tree.size !== event.seq - 1) refuse(`${place}: event ${event.seq} is out of place.`);
      if (!head.origin.endsWith(`/record/${event.log}`)) refuse(`${place} belongs to another log.`);
      tree.append(leaf, 0, place);
      counts.events += 1;
      if (isErased) {
        counts.erased += 1;
        erasures.gone.events.push(event.seq);
      }
      erasures.take(event, line.details, place);
      if (event.manifest !== undefined) {
        const answer = String(event.target?.id);
        if (committed.has(answer))
          refuse(
            `Events ${committed.get(answer).seq} and ${event.seq} both claim to record the answer ${answer}.`,
          );
        committed.set(answer, { commitment: hexOf(event.manifest, place), seq: event.seq });
      }
    }
    appendRest(head.size);
    if (!next.done || tree.size !== head.size || !tree.root().equals(head.root))
      refuse(
        "The events are not those that the head was signed over: at least one was changed, added or left out.",
      );
    const texts = new Set();
    for (const [{ sha256: name, text }, place] of linesOf(zip.read("texts.jsonl"), "texts.jsonl")) {
      if (typeof text !== "string" || !sha256(text).equals(hexOf(name, place)))
        refuse(`${place}: a passage is not the one that was used.`);
      texts.add(name);
      counts.texts += 1;
    }
    const lacking = new Set();
    for (const [line, place] of linesOf(zip.read("manifests.jsonl"), "manifests.jsonl")) {
      const { commitment, seq } =
        committed.get(String(line.interaction)) ?? refuse(`${place} belongs to no event of the bundle.`);
      committed.delete(String(line.interaction));
      const manifest = readManifest(line, commitment, place);
      if (manifest === null) {
        counts.erased += 1;
        erasures.gone.answers.push(seq);
      } else {
        if (!readAsker(line.asker, manifest, place)) erasures.gone.askers.push(seq);
        if (String(manifest.interaction) !== String(line.interaction))
          refuse(`${place} belongs to another answer.`);
        counts.answers += 1;
        for (const hash of hashesIn(manifest)) if (!texts.has(hash)) lacking.add(hash);
      }
    }
    const explained = erasures.explain();
    if (committed.size > 0)
      refuse(`The answer ${[...committed.keys()][0]} is on record, but not in the bundle.`);
    if (lacking.size > 0) refuse(`${lacking.size} texts that answers rest on are not in the bundle.`);
    const earlier = new Map();
    const addresses = new Set();
    for (const [{ note, proof }, place] of linesOf(zip.read("heads.jsonl"), "heads.jsonl")) {
      const before = readHead(note, keys, place);
      const hashes =
        Array.isArray(proof) && proof.length <= 128
          ? proof.map((hash) => hashOf(hash, place))
          : refuse(`${place} has no proof.`);
      if (!isSameLog(before.origin, head.origin) || !provesConsistency(before, head, hashes))
        refuse(`The record was rewritten after it had ${before.size} events: ${place}.`);
      earlier.set(before.size, before.root);
      if (before.origin !== head.origin) addresses.add(before.origin.replace(/\/record\/\d+$/, ""));
    }
    checkKept(kept, head, earlier);
    const stamped = verifyTimestamps(zip, { keys, head, earlier, roots });
    checkFiles(zip, keys, head.origin);
    return {
      head,
      lines: [
        `${counts.events} of ${head.size} events are in the bundle, each as it was recorded.`,
        `${counts.answers} answers are as they were given, with ${counts.texts} texts they rest on.`,
        ...(counts.erased > 0
          ? [`The content of ${counts.erased} events and answers was erased; that they existed is proved.`]
          : []),
        ...explained.map((line) => `  ${line}`),
        `${earlier.size} earlier heads were signed over beginnings of the same log.`,
        ...(addresses.size > 0
          ? [`Some of them under an earlier address: ${[...addresses].join(", ")}.`]
          : []),
        ...stamped,
        "All files are those that were signed when the bundle was made. index.html is its summary, made for reading.",
      ],
    };
  } finally {
    zip.close();
  }
}

function verifyProof(bytes, keys, kept, roots) {
  const proof = parse(textOf(bytes, "The proof"), "The proof");
  if (proof?.form !== "footnote-proof/1" || !Array.isArray(proof.inclusion) || proof.inclusion.length > 64)
    refuse("This verifier does not know this form of proof.");
  const head = readHead(proof.head, keys, "The head");
  const { event, leaf, isErased } = readEvent(proof.event ?? {}, "The event");
  const hashes = proof.inclusion.map((hash) => hashOf(hash, "The proof"));
  if (
    !head.origin.endsWith(`/record/${event.log}`) ||
    !provesInclusion(leaf, event.seq - 1, head.size, head.root, hashes)
  )
    refuse("The event is not in the log that the head was signed over.");
  const manifest = readManifest(proof.manifest ?? {}, hexOf(event.manifest, "The event"), "The manifest");
  if (manifest !== null && String(manifest.interaction) !== String(event.target?.id))
    refuse("The manifest belongs to another answer.");
  const explained = erasuresOf(proof, head, { event, isErased, manifest });
  checkKept(kept, head, earlierIn(proof.consistency, kept, head));
  const stamped = verifyProofTimestamp(proof, event.seq, { keys, head, roots });
  return {
    head,
    lines: [
      `Event ${event.seq} of ${head.size} is in the log as it was recorded, at ${event.at}.`,
      manifest === null
        ? "The answer's content was erased; that it was given is proved."
        : `The answer ${event.target.id} is as it was given.`,
      ...explained.map((line) => `  ${line}`),
      ...stamped,
    ],
  };
}

/** The erased parts of a proof, by erasure events that are also in the log. */
function erasuresOf(proof, head, { event, isErased, manifest }) {
  const erasures = new Erasures();
  if (isErased) erasures.gone.events.push(event.seq);
  if (manifest === null) erasures.gone.answers.push(event.seq);
  else if (!readAsker(proof.asker, manifest, "The manifest")) erasures.gone.askers.push(event.seq);
  const given = Array.isArray(proof.erasures) && proof.erasures.length <= 1000 ? proof.erasures : [];
  for (const { event: line, inclusion } of given) {
    const place = "The erasure";
    const { event: erasure, leaf } = readEvent(line ?? {}, place);
    if (!Array.isArray(inclusion) || inclusion.length > 64) refuse(`${place} has no proof.`);
    const hashes = inclusion.map((hash) => hashOf(hash, place));
    if (erasure.log !== event.log || !provesInclusion(leaf, erasure.seq - 1, head.size, head.root, hashes))
      refuse(`${place} is not in the log that the head was signed over.`);
    erasures.take(erasure, line.details, place);
  }
  return erasures.explain();
}

/** The size and root of an earlier head, if the proof shows that the log begins with it. */
function earlierIn(consistency, kept, head) {
  const found = Array.isArray(consistency)
    ? consistency.find((part) => part?.size === kept?.size)
    : undefined;
  if (kept === null || found === undefined) return new Map();
  if (!Array.isArray(found.proof) || found.proof.length > 128) refuse("The proof is longer than any proof.");
  const hashes = found.proof.map((hash) => hashOf(hash, "The proof"));
  return new Map([[kept.size, provesConsistency(kept, head, hashes) ? kept.root : head.root]]);
}

// --- the call

function main(args) {
  const options = { key: [], head: [], "tsa-roots": [] };
  const paths = [];
  for (let at = 0; at < args.length; at++) {
    const name = /^--(key|head|tsa-roots)$/.exec(args[at])?.[1];
    if (name === undefined) paths.push(args[at]);
    else options[name].push(args[++at]);
  }
  const [path] = paths;
  if (
    paths.length !== 1 ||
    options.key.length === 0 ||
    options.head.length > 1 ||
    options["tsa-roots"].length > 1 ||
    Object.values(options).flat().includes(undefined)
  ) {
    process.stderr.write(
      "node footnote-verify.mjs bundle.zip --key key.pem [--head head.txt] [--tsa-roots roots.pem]\n",
    );
    return 2;
  }
  try {
    const keys = options.key.map(readKey);
    const kept =
      options.head.length === 0
        ? null
        : readHead(textOf(readFileSync(options.head[0]), options.head[0]), keys, "Your head");
    const [rootsPath] = options["tsa-roots"];
    const roots = rootsPath === undefined ? null : readRoots(rootsPath);
    const start = Buffer.alloc(1);
    const file = openSync(path, "r");
    readSync(file, start, 0, 1, 0);
    const isProof = start.toString() === "{";
    if (isProof && fstatSync(file).size > 64 * 1024 ** 2) refuse("The proof is longer than any proof.");
    closeSync(file);
    const { head, lines } = isProof
      ? verifyProof(readFileSync(path), keys, kept, roots)
      : verifyBundle(path, keys, kept, roots);
    const against =
      kept === null
        ? "You gave no head of your own: a record rewritten before this was made would look the same."
        : `It matches the head of ${kept.size} events that you kept.`;
    process.stdout.write(
      `VERIFIED  ${head.origin}\n${[...lines, against].map((line) => `  ${line}\n`).join("")}`,
    );
    return 0;
  } catch (error) {
    const sentence =
      error instanceof Refused
        ? error.message
        : `It cannot be read: ${error?.code ?? error?.message ?? error}.`;
    process.stdout.write(`NOT VERIFIED  ${sentence}\n`);
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
