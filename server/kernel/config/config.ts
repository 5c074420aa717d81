import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIPv6 } from "node:net";
import { join, resolve } from "node:path";
import { z } from "zod";
import type { GivenLogins } from "#server/platform/database/logins.ts";
import { contactOf, publicUrlOf } from "./addresses.ts";
import { ConfigError } from "./config-error.ts";
import { inDataFolder } from "./data-folder.ts";
import { loginsOf, replicaOf } from "./database.ts";
import { fewestConnections, usualConnections } from "#server/platform/database/connections.ts";
import { rulesOf, ruleSettings, type GivenRules } from "./limit-rules.ts";
import type { EncoderConfig } from "./encoder.ts";
import { withFiles } from "./files.ts";
import { modelsOf, modelVariables, type ModelsConfig } from "./models.ts";
import { witnessesOf, type WitnessConfig } from "./witnesses.ts";
import { timestampsOf, type TimestampConfig } from "./timestamps.ts";
import { searchOf } from "./search.ts";
import type { SearchServer } from "#server/platform/opensearch.ts";
import { tracingOf } from "./tracing.ts";
import type { TracingConfig } from "#server/platform/start-tracing.ts";
import { writeOnce } from "#server/platform/write-once.ts";
import { keyringOf, type Keyring } from "#server/platform/secrets.ts";

/** A setting may be left out, or empty, as container platforms write it. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const optional = unlessEmpty(z.string());

/** The public contract of the environment, which is read only here. The settings are described in settings.ts. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: optional,
  DATABASE_APP_URL: optional,
  DATABASE_PLATFORM_URL: optional,
  DATABASE_SUPERUSER: optional,
  DATABASE_REPLICA_URL: optional,
  DATABASE_CONNECTIONS: unlessEmpty(z.coerce.number().int().max(2000)),
  SCENARIO: z.enum(["demo", "none"]).default("none"),
  ADMIN_EMAIL: optional,
  ADMIN_PASSWORD: optional,
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(600).default(3),
  STOP_GRACE_SECONDS: z.coerce.number().min(0).max(600).default(20),
  METRICS_PORT: unlessEmpty(z.coerce.number().int().min(0).max(65_535)),
  METRICS_HOST: z.string().default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional,
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default(""),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/protobuf"]).default("http/protobuf"),
  OTEL_SERVICE_NAME: z.string().default("footnote"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  PUBLIC_URL: optional,
  SECURITY_CONTACT: optional,
  SMTP_URL: optional,
  MAIL_FROM: z.string().default("Footnote <footnote@localhost>"),
  SECRET_KEY: optional,
  SECRET_KEY_PREVIOUS: optional,
  FILES_URL: optional,
  SEARCH_URL: optional,
  SEARCH_CA: optional,
  RECORD_PLACES: z.string().default(""),
  RECORD_TIMESTAMP_URL: optional,
  RECORD_TIMESTAMP_ROOTS: optional,
  RECORD_TIMESTAMP_MINUTES: z.coerce.number().int().min(1).max(10_080).default(60),
  ...modelVariables,
  EMBEDDINGS_BASE_URL: optional,
  EMBEDDINGS_MODEL: optional,
  EMBEDDINGS_API_KEY: optional,
  MODELS_DIR: optional,
  ENCODER: unlessEmpty(z.string().regex(/^[\w][\w.-]{0,99}$/, "must be the name of a folder in MODELS_DIR")),
  TRUST_PROXY: z.string().default(""),
  PRIVATE_HOSTS: z.string().default(""),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  READER: z.enum(["on", "off"]).default("on"),
  ACCESS_LOG: z.enum(["on", "off"]).default("off"),
  SESSION_HOURS: z.coerce.number().positive().default(12),
  SESSION_IDLE_MINUTES: z.coerce.number().positive().default(30),
  SESSION_REMEMBER_DAYS: z.coerce.number().positive().default(30),
  SUPER_ADMIN_SECOND_FACTOR: unlessEmpty(z.enum(["required", "optional"])),
  SUPER_ADMIN_SECOND_FACTOR_GRACE_DAYS: z.coerce.number().min(0).max(365).default(7),
  TRUSTED_RANGES: z.string().default(""),
  ...Object.fromEntries(ruleSettings.map(([name]) => [name, optional])),
  LIMIT_FACTOR: z.coerce.number().positive().default(1),
  OCR: z
    .string()
    .regex(
      /^(?:off|[a-z_]{3,20}(?:\+[a-z_]{3,20})*)$/i,
      "must be off or languages of Tesseract, such as eng+deu",
    )
    .default("eng"),
  STORAGE_GB_PER_COMPANY: z.coerce.number().positive().default(100),
  DAILY_TOKENS_PER_COMPANY: z.coerce.number().int().positive().default(5_000_000),
});

export type Config = ModelsConfig & {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Logins created by an operator, for owners without permission to create roles. */
  databaseLogins: GivenLogins | null;
  /** The connection limit per thread: one thread serves calls, one runs jobs. */
  databaseConnections: number;
  /** The superuser that DATABASE_URL may use. */
  databaseSuperuser: string | null;
  /** A streaming standby of the database, for reads that may be late; null: the primary answers everything. */
  databaseReplicaUrl: string | null;
  scenario: "demo" | "none";
  admin: { email: string; password: string | null } | null;
  /** How a stopping server hands over: time to be taken out of service, then time for running answers. */
  stop: { delaySeconds: number; graceSeconds: number };
  /** The address for Prometheus; null: none. */
  metrics: { port: number; host: string } | null;
  /** Where traces are sent; null: none are made. */
  tracing: TracingConfig | null;
  publicUrl: string;
  /** Where strangers report a vulnerability of this installation, as a URL; null: nowhere. */
  securityContact: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  /** Master keys of all encrypted data: the current one seals, earlier ones can still open. */
  secretKeys: Keyring;
  filesUrl: string | null;
  /** The OpenSearch that finds passages; null: they are found in memory. */
  search: SearchServer | null;
  /** Outside places for heads of the record. */
  recordWitnesses: WitnessConfig[];
  /** The authority that stamps heads of the record; null: none. */
  recordTimestamps: TimestampConfig | null;
  /** Where embeddings are computed; null: search uses words only. */
  encoder: EncoderConfig | null;
  /** Whether the reader chooses what is quoted, together with words. */
  hasReader: boolean;
  /** Reverse proxies whose X-Forwarded-For is trusted: their number or addresses. */
  trustProxy: number | string;
  /** Hosts in the operator's own network that a company may use (platform/guarded-fetch.ts). */
  privateHosts: string[];
  logLevel: string;
  /** One log line per call. */
  logsCalls: boolean;
  session: { hours: number; idleMinutes: number; rememberDays: number };
  /** Days after creation until a super admin's account must have a second factor; null: never. */
  superAdminSecondFactorAfterDays: number | null;
  /** Languages for OCR as Tesseract names them, or off. */
  ocr: string;
  dailyTokensPerCompany: number;
  /** Storage for one company's files, past versions included. */
  storageBytesPerCompany: number;
  /** Multiplies every rate limit of `limit-rules.ts` that isn't given and isn't about guessing. */
  limitFactor: number;
  limits: GivenRules;
  /** Addresses that many people share: sign-ins from there count by account. */
  trustedRanges: BlockList;
  roles: { web: boolean; worker: boolean };
};

/**
 * Reads and checks the environment once.
 * @throws ConfigError with a sentence per invalid variable.
 */
export function readConfig(
  env: NodeJS.ProcessEnv = process.env,
  flags: string[] = process.argv.slice(2),
): Config {
  const parsed = Environment.safeParse(withFiles(env, Object.keys(Environment.shape)));
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map(sentenceOf).join("\n"));
  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  if (values.DATABASE_URL !== undefined && !/^postgres(ql)?:\/\//.test(values.DATABASE_URL)) {
    throw new ConfigError("DATABASE_URL must begin with postgres:// or postgresql://.");
  }
  if (values.DATABASE_URL !== undefined && !URL.canParse(values.DATABASE_URL))
    throw new ConfigError(
      "DATABASE_URL must be an address such as postgres://user:password@host:5432/database, with special characters percent-encoded. For a socket, write localhost as the host and ?host=/folder at the end.",
    );
  if (values.ADMIN_PASSWORD !== undefined && values.ADMIN_EMAIL === undefined) {
    throw new ConfigError("ADMIN_PASSWORD is set but ADMIN_EMAIL is not: set both.");
  }
  const models = modelsOf(values);
  const privateHosts = hostsOf(values.PRIVATE_HOSTS);
  const roles = rolesOf(flags);
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseLogins: loginsOf(values),
    databaseConnections: connectionsOf(values.DATABASE_CONNECTIONS, roles),
    databaseSuperuser: values.DATABASE_SUPERUSER ?? null,
    databaseReplicaUrl: replicaOf(values),
    scenario: values.SCENARIO,
    admin: values.ADMIN_EMAIL
      ? { email: values.ADMIN_EMAIL.trim().toLowerCase(), password: values.ADMIN_PASSWORD ?? null }
      : null,
    stop: { delaySeconds: values.STOP_DELAY_SECONDS, graceSeconds: values.STOP_GRACE_SECONDS },
    metrics:
      values.METRICS_PORT === undefined ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    tracing: tracingOf(values),
    publicUrl: publicUrlOf(values),
    securityContact: contactOf(values.SECURITY_CONTACT),
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    secretKeys: masterKeys(values.SECRET_KEY, values.SECRET_KEY_PREVIOUS, dataDir),
    filesUrl: values.FILES_URL ?? null,
    search: searchOf(values.SEARCH_URL, values.SEARCH_CA),
    recordWitnesses: witnessesOf(values.RECORD_PLACES, { hasMail: values.SMTP_URL !== undefined }),
    recordTimestamps: timestampsOf(
      {
        url: values.RECORD_TIMESTAMP_URL,
        roots: values.RECORD_TIMESTAMP_ROOTS,
        minutes: values.RECORD_TIMESTAMP_MINUTES,
      },
      privateHosts,
    ),
    ...models,
    encoder: encoderOf(values, models.models.smart.baseUrl, dataDir),
    trustProxy: proxiesOf(values.TRUST_PROXY),
    privateHosts,
    logLevel: values.LOG_LEVEL,
    hasReader: values.READER === "on",
    logsCalls: values.ACCESS_LOG === "on",
    session: {
      hours: values.SESSION_HOURS,
      idleMinutes: values.SESSION_IDLE_MINUTES,
      rememberDays: values.SESSION_REMEMBER_DAYS,
    },
    superAdminSecondFactorAfterDays: graceDaysOf(values),
    ocr: values.OCR.toLowerCase(),
    storageBytesPerCompany: values.STORAGE_GB_PER_COMPANY * 1024 ** 3,
    dailyTokensPerCompany: values.DAILY_TOKENS_PER_COMPANY,
    limitFactor: values.LIMIT_FACTOR,
    limits: rulesOf(values),
    trustedRanges: rangesOf(values.TRUSTED_RANGES),
    roles,
  };
}

/** The library says `Too big: expected …`, our own messages `must be …`. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  return `${path.join(".")} ${/^[A-Z]/.test(message) ? `is not valid: ${message}` : message}.`;
}

function rolesOf(flags: string[]): Config["roles"] {
  const web = flags.includes("--web");
  const worker = flags.includes("--worker");
  return web || worker ? { web, worker } : { web: true, worker: true };
}

/** The process's connections, divided among its threads: one thread per role. */
function connectionsOf(most: number | undefined, { web, worker }: Config["roles"]): number {
  const threads = web && worker ? 2 : 1;
  if (most === undefined) return usualConnections;
  const each = Math.floor(most / threads);
  if (each < fewestConnections)
    throw new ConfigError(
      `DATABASE_CONNECTIONS must be at least ${fewestConnections} for a process with --web or --worker, and ${fewestConnections * 2} for one that does both.`,
    );
  return each;
}

/** The demo prints its sign-ins for anyone trying the product, so it requires no second factor unless configured. */
function graceDaysOf(values: z.output<typeof Environment>): number | null {
  const rule = values.SUPER_ADMIN_SECOND_FACTOR ?? (values.SCENARIO === "demo" ? "optional" : "required");
  return rule === "optional" ? null : values.SUPER_ADMIN_SECOND_FACTOR_GRACE_DAYS;
}

function hostsOf(written: string): string[] {
  const hosts = written
    .split(/[\s,]+/)
    .map((host) => host.toLowerCase())
    .filter((host) => host !== "");
  const wrong = hosts.find((host) => !/^[a-z0-9.-]{1,253}$/.test(host));
  if (wrong !== undefined)
    throw new ConfigError(
      `PRIVATE_HOSTS names hosts without port or path, separated by commas; "${wrong}" is not one.`,
    );
  return hosts;
}

function rangesOf(written: string): BlockList {
  const ranges = new BlockList();
  for (const range of written.split(/[\s,]+/).filter((part) => part !== "")) {
    const [address = "", bits] = range.split("/");
    try {
      ranges.addSubnet(
        address,
        Number(bits ?? (isIPv6(address) ? 128 : 32)),
        isIPv6(address) ? "ipv6" : "ipv4",
      );
    } catch {
      throw new ConfigError(
        `TRUSTED_RANGES lists address ranges such as 203.0.113.0/28, separated by commas; "${range}" is not one.`,
      );
    }
  }
  return ranges;
}

function proxiesOf(written: string): number | string {
  const text = written.trim().toLowerCase();
  if (["", "false", "no", "off"].includes(text)) return 0;
  if (["true", "yes", "on"].includes(text)) return 1;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (/^[0-9a-f.:/, ]+$/.test(text)) return text;
  throw new ConfigError(
    "TRUST_PROXY must be the number of reverse proxies in front (1), or their addresses separated by commas.",
  );
}

/**
 * A configured key must have 32 bytes (hex or base64), and so must each previous one (separated by commas). Without
 * one, a key is generated once in DATA_DIR/secret.key, mode 0600; that file may hold earlier keys on the lines below.
 */
function masterKeys(given: string | undefined, previous: string | undefined, dataDir: string): Keyring {
  if (given !== undefined) {
    const earlier = (previous ?? "").split(",").filter((key) => key.trim() !== "");
    return keyringOf(
      keyBytes("SECRET_KEY", given),
      earlier.map((key) => keyBytes("SECRET_KEY_PREVIOUS", key)),
    );
  }
  if (previous !== undefined)
    throw new ConfigError("SECRET_KEY_PREVIOUS is set but SECRET_KEY is not: set the key that replaces it.");
  const file = join(dataDir, "secret.key");
  const written = inDataFolder(dataDir, () => {
    if (!existsSync(file)) writeOnce(file, randomBytes(32).toString("base64"));
    return readFileSync(file, "utf8");
  });
  const [current = "", ...earlier] = written.split("\n").filter((line) => line.trim() !== "");
  // 32 bytes are 43 characters in the shorter notation
  if (current.trim().length < 43)
    throw new ConfigError(
      `The master key in ${file} (DATA_DIR) is empty or cut short. Nothing was started. Put your copy of the key back; if this folder has never held data, delete the file, and the next start makes a new key.`,
    );
  return keyringOf(
    keyBytes(file, current),
    earlier.map((key) => keyBytes(file, key)),
  );
}

function keyBytes(name: string, written: string): Buffer {
  const text = written.trim();
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  // an empty, short or repetitive key would protect nothing
  if (key.length !== 32 || new Set(key).size < 8)
    throw new ConfigError(
      `${name} must be 32 random bytes, as 64 hex digits or in base64 (openssl rand -base64 32).`,
    );
  return key;
}

/**
 * The encoder that ships with the program, another local model by its folder, or an endpoint: either of the endpoint's two
 * variables enables it. The installation's OpenAI key is sent only to the address it was given for.
 */
function encoderOf(
  values: z.output<typeof Environment>,
  smartUrl: string,
  dataDir: string,
): EncoderConfig | null {
  const isElsewhere = values.EMBEDDINGS_BASE_URL !== undefined || values.EMBEDDINGS_MODEL !== undefined;
  const isOff = values.ENCODER === "off";
  if (values.ENCODER !== undefined && !isOff) {
    if (isElsewhere)
      throw new ConfigError(
        "ENCODER names a local model, and EMBEDDINGS_BASE_URL or EMBEDDINGS_MODEL a remote one: set only one of them.",
      );
    const models = resolve(values.MODELS_DIR ?? join(dataDir, "models"));
    return { kind: "local", folder: join(models, values.ENCODER) };
  }
  if (!isElsewhere) return isOff ? null : { kind: "shipped" };
  const baseUrl = (values.EMBEDDINGS_BASE_URL ?? smartUrl).replace(/\/$/, "");
  const isSmarts = baseUrl === smartUrl;
  return {
    kind: "endpoint",
    baseUrl,
    model: values.EMBEDDINGS_MODEL ?? "text-embedding-3-small",
    apiKey: values.EMBEDDINGS_API_KEY ?? (isSmarts ? (values.OPENAI_API_KEY ?? null) : null),
  };
}
