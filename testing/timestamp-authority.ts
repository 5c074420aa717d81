import { createHash, randomBytes } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import * as asn1js from "asn1js";
import * as pkijs from "pkijs";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" };
const algorithms = {
  ecdsa: algorithm,
  "rsa-pss": { name: "RSA-PSS", ...rsa },
  "rsa-pkcs1": { name: "RSASSA-PKCS1-v1_5", ...rsa },
};
const dayMs = 86_400_000;
const sha256Oid = "2.16.840.1.101.3.4.2.1";
const timeStamping = "1.3.6.1.5.5.7.3.8";

type Signer = { certificate: pkijs.Certificate; key: CryptoKey };
type CertificateOptions = {
  usages?: string[];
  isCritical?: boolean;
  notAfter?: Date;
  isCa?: boolean;
  signs?: keyof typeof algorithms;
};

/** A root that issues certificates for time stamps, and wrong ones. */
export async function makeTimestampRoot(name = "Test root") {
  const root = await certificateOf(name, null, { usages: [], isCa: true });
  const issueBy =
    (issuer: Signer) =>
    (options: CertificateOptions = {}): Promise<Signer> =>
      certificateOf(options.isCa === true ? "Test intermediate" : "Test time stamps", issuer, options);
  return { pem: pemOf(root.certificate), issue: issueBy(root), issueBy };
}

/** @param issuer null: signs itself */
async function certificateOf(
  name: string,
  issuer: Signer | null,
  { usages = [timeStamping], isCritical = true, isCa = false, notAfter, signs = "ecdsa" }: CertificateOptions,
): Promise<Signer> {
  const keys = await crypto.subtle.generateKey(algorithms[signs], true, ["sign", "verify"]);
  const certificate = new pkijs.Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ valueHex: new Uint8Array([1, ...randomBytes(8)]).buffer });
  certificate.subject.typesAndValues.push(
    new pkijs.AttributeTypeAndValue({ type: "2.5.4.3", value: new asn1js.Utf8String({ value: name }) }),
  );
  certificate.issuer.typesAndValues.push(...(issuer?.certificate ?? certificate).subject.typesAndValues);
  certificate.notBefore.value = new Date(Date.now() - 2000 * dayMs);
  certificate.notAfter.value = notAfter ?? new Date(Date.now() + 2000 * dayMs);
  const extension = (extnID: string, critical: boolean, value: { toSchema(): asn1js.BaseBlock }) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toSchema().toBER() });
  certificate.extensions = [
    extension("2.5.29.19", true, new pkijs.BasicConstraints(isCa ? { cA: true } : {})),
    ...(usages.length === 0
      ? []
      : [extension("2.5.29.37", isCritical, new pkijs.ExtKeyUsage({ keyPurposes: usages }))]),
  ];
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(issuer?.key ?? keys.privateKey, "SHA-256");
  // parsed again, so that the signed bytes are the encoded ones
  return { certificate: pkijs.Certificate.fromBER(certificate.toSchema(true).toBER()), key: keys.privateKey };
}

const derOf = (certificate: pkijs.Certificate) => Buffer.from(certificate.toSchema().toBER());

function pemOf(certificate: pkijs.Certificate): string {
  const lines =
    derOf(certificate)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

/** How a response differs from a correct one. */
export type Lie = {
  imprint?: Buffer;
  nonce?: Buffer | null;
  status?: pkijs.PKIStatus;
  time?: Date;
  /** Certificates in addition to the signer's. */
  chain?: pkijs.Certificate[];
  /** The signed attributes name this certificate. */
  names?: pkijs.Certificate;
  contentType?: string;
  breaksSignature?: boolean;
  /** The signed attributes hold the hash of these bytes. */
  signs?: Buffer;
};

/** A TimeStampResp of RFC 3161 over this request, with one fault if requested. */
export async function timestampResponse(request: Buffer, signer: Signer, lie: Lie = {}): Promise<Buffer> {
  const asked = pkijs.TimeStampReq.fromBER(new Uint8Array(request).buffer);
  const { messageImprint, nonce, certReq } = asked;
  // as strict as a real authority about requests
  if (asked.version !== 1 || messageImprint.hashAlgorithm.algorithmId !== sha256Oid || certReq !== true)
    throw new Error("not a request for a time stamp over a SHA-256 with certificates");
  const status = lie.status ?? pkijs.PKIStatus.granted;
  const info = new pkijs.PKIStatusInfo({ status });
  if (status > pkijs.PKIStatus.grantedWithMods)
    return Buffer.from(
      new asn1js.Sequence({
        value: [
          new asn1js.Sequence({
            value: [
              new asn1js.Integer({ value: status }),
              new asn1js.Sequence({ value: [new asn1js.Utf8String({ value: "no policy for you" })] }),
            ],
          }),
        ],
      }).toBER(),
    );
  const serialNumber = new asn1js.Integer({ valueHex: new Uint8Array([1, ...randomBytes(8)]).buffer });
  const tst = new pkijs.TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint:
      lie.imprint === undefined
        ? messageImprint
        : new pkijs.MessageImprint({
            hashAlgorithm: messageImprint.hashAlgorithm,
            hashedMessage: new asn1js.OctetString({ valueHex: new Uint8Array(lie.imprint).buffer }),
          }),
    serialNumber,
    genTime: lie.time ?? new Date(),
    ...nonceOf(lie.nonce, nonce),
  });
  const token = await signed(Buffer.from(tst.toSchema().toBER()), signer, lie);
  return Buffer.from(new pkijs.TimeStampResp({ status: info, timeStampToken: token }).toSchema().toBER());
}

function nonceOf(lied: Buffer | null | undefined, asked: asn1js.Integer | undefined) {
  if (lied === null || asked === undefined) return {};
  return {
    nonce: lied === undefined ? asked : new asn1js.Integer({ valueHex: new Uint8Array(lied).buffer }),
  };
}

async function signed(tst: Buffer, { certificate, key }: Signer, lie: Lie): Promise<pkijs.ContentInfo> {
  const hash = (bytes: ArrayBuffer | Buffer) =>
    new Uint8Array(createHash("sha256").update(new Uint8Array(bytes)).digest()).buffer;
  const attribute = (type: string, value: unknown) => new pkijs.Attribute({ type, values: [value] });
  const data = new pkijs.SignedData({
    version: 3,
    encapContentInfo: contentOf(tst),
    certificates: [certificate, ...(lie.chain ?? [])],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        signedAttrs: new pkijs.SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(
              "1.2.840.113549.1.9.3",
              new asn1js.ObjectIdentifier({ value: lie.contentType ?? pkijs.id_eContentType_TSTInfo }),
            ),
            attribute("1.2.840.113549.1.9.4", new asn1js.OctetString({ valueHex: hash(lie.signs ?? tst) })),
            attribute(
              "1.2.840.113549.1.9.16.2.47",
              new asn1js.Sequence({
                value: [
                  new asn1js.Sequence({
                    value: [
                      new asn1js.Sequence({
                        value: [new asn1js.OctetString({ valueHex: hash(derOf(lie.names ?? certificate)) })],
                      }),
                    ],
                  }),
                ],
              }),
            ),
          ],
        }),
      }),
    ],
  });
  await data.sign(key, 0, "SHA-256");
  const [info] = data.signerInfos;
  if (lie.breaksSignature === true && info !== undefined) {
    const same = key.algorithm as RsaHashedKeyGenParams | EcKeyGenParams;
    const other = await crypto.subtle.generateKey(same, true, ["sign", "verify"]);
    await data.sign(other.privateKey, 0, "SHA-256");
  }
  return new pkijs.ContentInfo({
    contentType: pkijs.id_ContentType_SignedData,
    content: data.toSchema(true),
  });
}

function contentOf(tst: Buffer): pkijs.EncapsulatedContentInfo {
  const content = new pkijs.EncapsulatedContentInfo({ eContentType: pkijs.id_eContentType_TSTInfo });
  // set afterward, it stays one element, as DER requires
  content.eContent = new asn1js.OctetString({ valueHex: new Uint8Array(tst).buffer });
  return content;
}

type Behavior = (request: Buffer, response: ServerResponse) => Promise<void> | void;

/** Responds like an authority, or as a test asks. */
export async function startTimestampAuthority(signer: Signer, now: () => Date = () => new Date()) {
  const requests: Buffer[] = [];
  const reply = (response: ServerResponse, answer: Buffer, type = "application/timestamp-reply") =>
    response.writeHead(200, { "content-type": type }).end(answer);
  const rightly: Behavior = async (request, response) => {
    reply(response, await timestampResponse(request, signer, { time: now() }));
  };
  const state: { behavior: Behavior } = { behavior: rightly };
  const server = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      requests.push(body);
      if (request.method !== "POST" || request.headers["content-type"] !== "application/timestamp-query")
        return response.writeHead(415).end();
      return state.behavior(body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr`,
    requests,
    state,
    rightly,
    reply,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
