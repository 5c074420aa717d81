/**
 * The directory of an OLE compound file (MS-CFB) and its streams, up to a length. Every chain is bounded by the file's own
 * size, so loops and false counts terminate.
 */
export type Cfb = {
  names: string[];
  stream: (name: string, length: number) => Uint8Array | null;
};

const FREE = 0xfffffffa;
const ENTRY_BYTES = 128;
const MINI_CUTOFF = 4096;
const MINI_BYTES = 64;

/** Returns null if the bytes aren't a readable compound file. */
export function openCfb(bytes: Uint8Array): Cfb | null {
  if (bytes.length < 512) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== 0xd0cf11e0 || view.getUint32(4) !== 0xa1b11ae1) return null;
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return null;
  const size = 1 << shift;
  const sectors = Math.floor(bytes.length / size);
  const sectorAt = (sector: number) => (sector + 1) * size;
  const fatSectors = readFatSectors(view, size, sectors);
  const next = (sector: number): number => {
    const fatSector = fatSectors[Math.floor((sector * 4) / size)];
    if (fatSector === undefined) return FREE;
    const at = sectorAt(fatSector) + ((sector * 4) % size);
    return at + 4 <= bytes.length ? view.getUint32(at, true) : FREE;
  };
  const chain = (first: number, limit: number): Buffer => {
    const pieces: Buffer[] = [];
    const seen = new Set<number>();
    for (let sector = first; sector < FREE && !seen.has(sector); sector = next(sector)) {
      const at = sectorAt(sector);
      if (at >= bytes.length || seen.size * size >= limit) break;
      seen.add(sector);
      pieces.push(Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(size, bytes.length - at)));
    }
    return Buffer.concat(pieces);
  };
  const directory = readDirectory(chain(view.getUint32(48, true), bytes.length));
  if (directory.length === 0) return null;
  return {
    names: directory.map((entry) => entry.name),
    stream: (name, length) => {
      const entry = directory.find((candidate) => candidate.name === name);
      if (entry === undefined) return null;
      const wanted = Math.min(length, entry.size);
      if (entry.size >= MINI_CUTOFF) return chain(entry.first, length).subarray(0, length);
      // Short streams share one long stream, in 64-byte sectors chained by a table of their own.
      const table = chain(view.getUint32(60, true), bytes.length);
      const shared = chain(directory[0]?.first ?? FREE, bytes.length);
      const pieces: Buffer[] = [];
      const most = Math.ceil(wanted / MINI_BYTES);
      for (let piece = entry.first; piece < FREE && pieces.length < most; piece = longAt(table, piece * 4))
        pieces.push(shared.subarray(piece * MINI_BYTES, (piece + 1) * MINI_BYTES));
      return Buffer.concat(pieces).subarray(0, wanted);
    },
  };
}

const longAt = (bytes: Buffer, at: number) => (at + 4 <= bytes.length ? bytes.readUInt32LE(at) : FREE);

/** Names of all streams and storages, or null. */
export function readDirectoryNames(bytes: Uint8Array): string[] | null {
  return openCfb(bytes)?.names ?? null;
}

function readFatSectors(view: DataView, size: number, sectors: number): number[] {
  const list: number[] = [];
  for (let i = 0; i < 109; i++) {
    const sector = view.getUint32(76 + i * 4, true);
    if (sector < FREE) list.push(sector);
  }
  let difat = view.getUint32(68, true);
  for (let round = 0; difat < FREE && round < sectors && list.length <= sectors; round++) {
    const at = (difat + 1) * size;
    if (at + size > view.byteLength) break;
    for (let i = 0; i < size / 4 - 1; i++) {
      const sector = view.getUint32(at + i * 4, true);
      if (sector < FREE) list.push(sector);
    }
    difat = view.getUint32(at + size - 4, true);
  }
  return list;
}

function readDirectory(bytes: Uint8Array): { name: string; first: number; size: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: { name: string; first: number; size: number }[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const type = view.getUint8(at + 66);
    const length = view.getUint16(at + 64, true);
    if ((type !== 1 && type !== 2 && type !== 5) || length < 2 || length > 64) continue;
    let name = "";
    for (let i = 0; i < length - 2; i += 2) name += String.fromCharCode(view.getUint16(at + i, true));
    entries.push({ name, first: view.getUint32(at + 116, true), size: view.getUint32(at + 120, true) });
  }
  return entries;
}
