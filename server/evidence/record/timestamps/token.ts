import { createHash, timingSafeEqual } from "node:crypto";
import { fromBER, Integer, Null, OctetString, Sequence } from "asn1js";
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  SignedData,
  PKIStatus,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type SignerInfo,
} from "pkijs";

const oids = {
  sha256: "2.16.840.1.101.3.4.2.1",
  sha384: "2.16.840.1.101.3.4.2.2",
  sha512: "2.16.840.1.101.3.4.2.3",
  signedData: "1.2.840.113549.1.7.2",
  tstInfo: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  extendedKeyUsage: "2.5.29.37",
  timeStamping: "1.3.6.1.5.5.7.3.8",
  commonName: "2.5.4.3",
};

/** Hashes that a signature over a token may use. */
const strongHashes = new Map([
  [oids.sha256, "sha256"],
  [oids.sha384, "sha384"],
  [oids.sha512, "sha512"],
]);

/** How far the authority's clock may be from ours. */
const mostDriftMs = 5 * 60_000;

/** RFC 3161, 2.4.2. */
const statuses = ["granted", "granted with changes", "rejected", "waiting", "revocation warning", "revoked"];

/** A response that proves nothing, with the reason as a sentence. */
export class TimestampError extends Error {
  override name = "TimestampError";
}

function refuse(sentence: string): never {
  throw new TimestampError(sentence);
}

/** The DER of a TimeStampReq for these bytes (RFC 3161, 2.4.1). */
export function timestampRequest(bytes: Buffer, nonce: Buffer): Buffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: plain(sha256(bytes)) }),
    }),
    nonce: new Integer({ valueHex: plain(nonce) }),
    certReq: true,
  });
  return Buffer.from(request.toSchema().toBER());
}

type Expected = {
  /** The stamped bytes. */
  bytes: Buffer;
  nonce: Buffer;
  /** PEM. */
  roots: string[];
  now: Date;
};

/**
 * Checks a TimeStampResp (RFC 3161, 2.4.2): it is granted, stamps these bytes under this nonce at this time, and is signed
 * by a certificate for time stamps that one of the roots vouches for. Revocation is not checked.
 * @throws TimestampError with a sentence
 */
export async function readTimestamp(
  response: Buffer,
  expected: Expected,
): Promise<{ time: Date; authority: string }> {
  const { signed, info } = parse(response);
  const { messageImprint, nonce, genTime } = info;
  const isOurs =
    messageImprint.hashAlgorithm.algorithmId === oids.sha256 &&
    isSame(messageImprint.hashedMessage.valueBlock.valueHexView, sha256(expected.bytes));
  if (!isOurs) refuse("The time stamp covers different data than was sent.");
  if (nonce === undefined || !isSame(nonce.valueBlock.valueHexView, expected.nonce))
    refuse("The time stamp does not repeat the request's nonce: it may be an old one.");
  if (Math.abs(genTime.getTime() - expected.now.getTime()) > mostDriftMs)
    refuse(
      `The time stamp says ${genTime.toISOString()}, more than five minutes from this server's clock (${expected.now.toISOString()}).`,
    );
  const certificate = await checkSignature(signed, expected);
  return { time: genTime, authority: nameOf(certificate) };
}

function parse(response: Buffer): { signed: SignedData; info: TSTInfo } {
  const asn1 = fromBER(plain(response));
  if (asn1.offset !== response.length) refuse("The response is not a time stamp, or it is truncated.");
  try {
    const answer = new TimeStampResp({ schema: asn1.result });
    const { status, statusStrings } = answer.status;
    if (status !== PKIStatus.granted) {
      const said = (statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join(" ");
      const reason = said === "" ? "." : `: ${said.slice(0, 200)}`;
      refuse(`The authority did not grant a time stamp (${statuses[status] ?? status})${reason}`);
    }
    const { timeStampToken: token } = answer;
    if (token?.contentType !== oids.signedData) refuse("The response contains no time stamp.");
    const signed = new SignedData({ schema: token.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== oids.tstInfo || eContent === undefined)
      refuse("The response contains no time stamp.");
    return { signed, info: TSTInfo.fromBER(eContent.getValue()) };
  } catch (error) {
    if (error instanceof TimestampError) throw error;
    return refuse("The response is not an RFC 3161 time stamp.");
  }
}

async function checkSignature(signed: SignedData, { bytes, roots }: Expected): Promise<Certificate> {
  const [signer, ...others] = signed.signerInfos;
  if (signer === undefined || others.length > 0) refuse("The time stamp must have exactly one signature.");
  if (!strongHashes.has(signer.digestAlgorithm.algorithmId))
    refuse("The time stamp is signed over a hash that is not SHA-256, SHA-384 or SHA-512.");
  const result = await signed
    .verify({
      signer: 0,
      data: plain(bytes),
      trustedCerts: roots.map(certificateOf),
      checkChain: true,
      // the chain is checked at the token's time; lists of revoked certificates are not fetched
      passedWhenNotRevValues: true,
      extendedMode: true,
    })
    .catch((error: unknown) => {
      const isChain = (error as { code?: number }).code === 5;
      return refuse(
        isChain
          ? "The time stamp's certificate has expired, or none of the certificates in RECORD_TIMESTAMP_ROOTS vouches for it."
          : "The time stamp's signature is wrong.",
      );
    });
  const certificate = result.signerCertificate;
  if (result.signatureVerified !== true || !(certificate instanceof Certificate))
    refuse("The time stamp's signature is wrong.");
  checkAttributes(signer, certificate);
  checkUsage(certificate);
  return certificate;
}

/** Signed attributes bind the signature to a time stamp and to this certificate (RFC 3161, 2.4.2; RFC 5816). */
function checkAttributes(signer: SignerInfo, certificate: Certificate): void {
  const valueOf = (oid: string): unknown =>
    signer.signedAttrs?.attributes.find(({ type }) => type === oid)?.values[0];
  const type = valueOf(oids.contentType) as { valueBlock?: { toString(): string } } | undefined;
  if (type?.valueBlock?.toString() !== oids.tstInfo) refuse("The signature is not over a time stamp.");
  const der = Buffer.from(certificate.toSchema().toBER());
  const second = valueOf(oids.signingCertificateV2);
  const named = certificateHash(second ?? valueOf(oids.signingCertificate));
  const algorithm = second === undefined ? "sha1" : named.algorithm;
  if (algorithm === undefined || !isSame(named.hash, createHash(algorithm).update(der).digest()))
    refuse("The time stamp was signed for a certificate other than the one it carries.");
}

/** The first ESSCertID or ESSCertIDv2: SigningCertificate → certs → the certificate's hash. */
function certificateHash(attribute: unknown): { hash: Uint8Array; algorithm: string | undefined } {
  const first = childrenOf(childrenOf(childrenOf(attribute)[0])[0]);
  const [algorithm, hash] = first[0] instanceof OctetString ? [null, first[0]] : first;
  if (!(hash instanceof OctetString)) refuse("The time stamp does not name its certificate.");
  const oid =
    algorithm === null ? oids.sha256 : new AlgorithmIdentifier({ schema: algorithm as Sequence }).algorithmId;
  return { hash: hash.valueBlock.valueHexView, algorithm: strongHashes.get(oid) };
}

const childrenOf = (node: unknown): unknown[] => (node instanceof Sequence ? node.valueBlock.value : []);

/** For time stamps and nothing else, marked critical (RFC 3161, 2.3). */
function checkUsage(certificate: Certificate): void {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage);
  const purposes = (usage?.parsedValue as { keyPurposes?: string[] } | undefined)?.keyPurposes ?? [];
  if (usage?.critical !== true || purposes.length !== 1 || purposes[0] !== oids.timeStamping)
    refuse("The time stamp's certificate is not reserved for time stamping.");
}

function nameOf(certificate: Certificate): string {
  const names = certificate.subject.typesAndValues;
  const name = names.find(({ type }) => type === oids.commonName) ?? names.at(-1);
  return name?.value.valueBlock.value ?? "an authority without a name";
}

function certificateOf(pem: string): Certificate {
  return Certificate.fromBER(plain(Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64")));
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();

/** An ArrayBuffer of these bytes alone, which the library reads. */
const plain = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
