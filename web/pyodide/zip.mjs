// A zip whose bytes depend on nothing but its files' names and contents: no times, no owner.
import { crc32, deflateRawSync } from 'node:zlib';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const DEFLATED = 8;
// 1 January 1980, the first day a zip can hold.
const FIRST_DAY = 0x0021;
const UTF8_NAMES = 0x0800;

/**
 * @param {{ name: string, bytes: Uint8Array }[]} files
 * @returns {Uint8Array}
 */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = commonFields(bytes, packed, Buffer.byteLength(name));
    const local = Buffer.concat([uint32(LOCAL_HEADER), fields, Buffer.from(name)]);
    directory.push(centralEntry(fields, name, offset));
    parts.push(local, packed);
    offset += local.length + packed.length;
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endOfDirectory(files.length, central.length, offset)]);
}

/** The fields that stand in the local and in the central header alike (APPNOTE 4.3.7, 4.3.12). */
function commonFields(bytes, packed, nameBytes) {
  return Buffer.concat([
    uint16(20, UTF8_NAMES, DEFLATED, 0, FIRST_DAY),
    uint32(crc32(bytes), packed.length, bytes.length),
    uint16(nameBytes, 0),
  ]);
}

function centralEntry(fields, name, offset) {
  return Buffer.concat([
    uint32(CENTRAL_HEADER),
    uint16(20),
    fields,
    uint16(0, 0, 0),
    uint32(0, offset),
    Buffer.from(name),
  ]);
}

function endOfDirectory(count, bytes, offset) {
  return Buffer.concat([
    uint32(END_OF_DIRECTORY),
    uint16(0, 0, count, count),
    uint32(bytes, offset),
    uint16(0),
  ]);
}

function uint16(...values) {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => {
    buffer.writeUInt16LE(value, index * 2);
  });
  return buffer;
}

function uint32(...values) {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    buffer.writeUInt32LE(value, index * 4);
  });
  return buffer;
}
