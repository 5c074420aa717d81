import { constants, createCipheriv, publicEncrypt, randomBytes, type CipherGCMTypes } from "node:crypto";

const encryption = "http://www.w3.org/2001/04/xmlenc#";
const encryption11 = "http://www.w3.org/2009/xmlenc11#";
const signature = "http://www.w3.org/2000/09/xmldsig#";

/** How a provider encrypts; the default is that of Entra ID and AD FS. */
export type Encryption = {
  cipher?: "aes128-cbc" | "aes256-cbc" | "aes128-gcm" | "aes256-gcm" | "tripledes-cbc";
  /** Of RSA-OAEP; null: RSA 1.5. */
  hash?: "sha1" | "sha256" | null;
  /** Beside the data, as Shibboleth does, instead of inside. */
  isBeside?: boolean;
};

/** The response with its assertion, signed or not, encrypted for the certificate (XML Encryption 1.1). */
export function encryptAssertion(xml: string, certificate: string, how: Encryption = {}): string {
  return xml.replace(/<saml:Assertion[^]*<\/saml:Assertion>/, (plain) => encrypted(plain, certificate, how));
}

/** Any text in an encrypted assertion's place. */
export function encrypted(plain: string, certificate: string, how: Encryption = {}): string {
  const { cipher = "aes256-cbc", hash = "sha1", isBeside = false } = how;
  const isGcm = cipher.endsWith("-gcm");
  const name = cipher === "tripledes-cbc" ? "des-ede3-cbc" : cipher.replace("aes", "aes-");
  const key = randomBytes(cipher.startsWith("aes128") ? 16 : cipher.startsWith("aes256") ? 32 : 24);
  const value = isGcm ? gcm(name, key, Buffer.from(plain)) : cbc(name, key, Buffer.from(plain));
  const padding = hash === null ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt(
    { key: certificate, padding, ...(hash === null ? {} : { oaepHash: hash }) },
    key,
  );
  const transport =
    hash === null
      ? `<xenc:EncryptionMethod Algorithm="${encryption}rsa-1_5"/>`
      : hash === "sha1"
        ? `<xenc:EncryptionMethod Algorithm="${encryption}rsa-oaep-mgf1p"/>`
        : `<xenc:EncryptionMethod Algorithm="${encryption11}rsa-oaep"><ds:DigestMethod Algorithm="${encryption}sha256"/><xenc11:MGF xmlns:xenc11="${encryption11}" Algorithm="${encryption11}mgf1sha256"/></xenc:EncryptionMethod>`;
  const ofKey = `<xenc:EncryptedKey xmlns:xenc="${encryption}" xmlns:ds="${signature}">${transport}<xenc:CipherData><xenc:CipherValue>${wrapped.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedKey>`;
  const info = `<ds:KeyInfo xmlns:ds="${signature}">${isBeside ? `<ds:RetrievalMethod URI="#k" Type="${encryption}EncryptedKey"/>` : ofKey}</ds:KeyInfo>`;
  const method = `${isGcm ? encryption11 : encryption}${cipher}`;
  return `<saml:EncryptedAssertion><xenc:EncryptedData xmlns:xenc="${encryption}" Type="${encryption}Element"><xenc:EncryptionMethod Algorithm="${method}"/>${info}<xenc:CipherData><xenc:CipherValue>${value.toString("base64")}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>${isBeside ? ofKey : ""}</saml:EncryptedAssertion>`;
}

function gcm(name: string, key: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(12);
  const closing = createCipheriv(name as CipherGCMTypes, key, nonce);
  const body = Buffer.concat([closing.update(plain), closing.final()]);
  return Buffer.concat([nonce, body, closing.getAuthTag()]);
}

function cbc(name: string, key: Buffer, plain: Buffer): Buffer {
  const blockBytes = name.startsWith("des") ? 8 : 16;
  const iv = randomBytes(blockBytes);
  const closing = createCipheriv(name, key, iv).setAutoPadding(false);
  // arbitrary bytes before the last: some providers send zeros, others random ones
  const length = blockBytes - (plain.length % blockBytes);
  const padding = Buffer.concat([randomBytes(length - 1), Buffer.from([length])]);
  return Buffer.concat([iv, closing.update(Buffer.concat([plain, padding])), closing.final()]);
}
