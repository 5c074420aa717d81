import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";

/** A file of an archive as written, valid or not. */
export type RawEntry = {
  name: string;
  bytes: Buffer;
  /** The archive's false statements about it. */
  says?: { unpacked?: number; packed?: number; crc?: number; method?: number; flags?: number };
};

/** A ZIP archive with arbitrary names and sizes. */
export function rawZip(entries: RawEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, says = {} } of entries) {
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(nameBytes.length, 26);
    const row = Buffer.alloc(46);
    row.writeUInt32LE(0x02014b50, 0);
    row.writeUInt16LE(says.flags ?? 0, 8);
    row.writeUInt16LE(says.method ?? 8, 10);
    row.writeUInt32LE(says.crc ?? crc32(bytes), 16);
    row.writeUInt32LE(says.packed ?? packed.length, 20);
    row.writeUInt32LE(says.unpacked ?? bytes.length, 24);
    row.writeUInt16LE(nameBytes.length, 28);
    row.writeUInt32LE(at, 42);
    bodies.push(header, nameBytes, packed);
    directory.push(row, nameBytes);
    at += header.length + nameBytes.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, listing, end]);
}

/** The files of a valid archive. */
export function readZip(zip: Buffer): RawEntry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const entries: RawEntry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    const length = zip.readUInt16LE(at + 28);
    const name = zip.subarray(at + 46, at + 46 + length).toString();
    const offset = zip.readUInt32LE(at + 42);
    const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    entries.push({ name, bytes: zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed) });
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
