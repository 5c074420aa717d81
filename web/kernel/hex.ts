export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** 32 random digits. Browsers have `randomUUID` only on encrypted pages. */
export const randomKey = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));
