import type { Environment } from "./config.ts";
import { ruleSettings } from "./limit-rules.ts";

type Name = keyof (typeof Environment)["shape"];
type Group = { title: string; settings: Partial<Record<Name, string>> };

/**
 * The meaning of each setting, for docs/settings.md, which a test writes from this list and the schema's defaults. A
 * setting without a line fails that test.
 */
export const settings: Group[] = [
  {
    title: "Where it runs",
    settings: {
      PORT: "The port to listen on",
      HOST: "The address to listen on; behind a proxy on the same machine, keep the default",
      PUBLIC_URL:
        "The address people use. With `https:` cookies become Secure and HSTS is sent. Without it: `http://localhost` and the port",
      SECURITY_CONTACT:
        "An email address or `https:` page for reports of vulnerabilities, published in `/.well-known/security.txt`; without it there is no such file",
      TRUST_PROXY:
        "How many reverse proxies are in front (`1`), or their addresses, separated by commas. Only the entries they add to `X-Forwarded-For` are trusted; without it all visitors behind a proxy count as one address",
      PRIVATE_HOSTS:
        "Hosts of your own network, separated by commas, that a company's administrator may name as identity provider, webhook or SIEM; without it only public addresses over `https:` are called",
      STOP_DELAY_SECONDS:
        "On SIGTERM, how long the server still serves new calls while `/api/health/ready` says 503, so that a load balancer takes it out first. Ctrl-C (SIGINT) skips it",
      STOP_GRACE_SECONDS:
        "After that, how long running answers may take to finish; others are recorded as ended by a restart. Allow the process manager both times and ten more seconds before it kills",
      METRICS_PORT: "The port on which Prometheus reads `/metrics`; without it there is none",
      METRICS_HOST: "The address of that port",
      OTEL_EXPORTER_OTLP_ENDPOINT:
        "The base address of an OpenTelemetry collector, such as `http://collector:4318`; traces go to `/v1/traces` below it. Without it there are none",
      OTEL_EXPORTER_OTLP_HEADERS: "Headers for it, such as `authorization=Bearer%20…`, separated by commas",
      OTEL_EXPORTER_OTLP_PROTOCOL: "Only `http/protobuf`",
      OTEL_SERVICE_NAME: "The service's name in traces",
      OTEL_TRACES_SAMPLER_ARG:
        "The share of traces recorded, 0 to 1; a call with a `traceparent` header follows that header's decision",
      LOG_LEVEL: "`fatal`, `error`, `warn`, `info`, `debug` or `silent`",
      ACCESS_LOG:
        "`on`: a line for each call, at level `info`: request id, route, status, milliseconds, address, and the ids of person, company and API key; no user input",
    },
  },
  {
    title: "Where it stores",
    settings: {
      DATA_DIR:
        "The folder of the embedded database, files and keys. One server per folder; a second one is refused",
      DATABASE_URL:
        "PostgreSQL 15 or newer, instead of the embedded one; log in as the owner of the database",
      DATABASE_APP_URL: "The same database under a login you created, if the owner may not create roles",
      DATABASE_PLATFORM_URL: "The same, for sign-in, the queue and lists across companies",
      DATABASE_SUPERUSER:
        "The name of a superuser that `DATABASE_URL` may use; without it a superuser is refused",
      DATABASE_REPLICA_URL:
        "A streaming standby of it, `postgres://host:5432/database`, from which reports are read; the program's own logins are used there. Without it, and while it is away or more than an hour late, the primary answers",
      DATABASE_CONNECTIONS:
        "The maximum number of connections of one process, at least 11 with `--web` or `--worker` and 22 without. Without it: 33 for each of the two",
      FILES_URL:
        "`file:` and a folder, or `s3://bucket/prefix?endpoint=…&region=…` with the usual AWS credentials. Without it: a folder in `DATA_DIR`",
      SEARCH_URL:
        "An OpenSearch 2 that finds the passages of themes too large for memory: `https://user:password@host:9200/prefix`; its indexes' names begin with the prefix (`footnote`). Without it they are found in memory",
      SEARCH_CA:
        "The certificate in PEM of the authority that vouches for it, beside the public ones; as a file: `SEARCH_CA_FILE`",
      STORAGE_GB_PER_COMPANY: "Storage for one company's files, past versions included",
      SECRET_KEY:
        "The master key for all encrypted data: 32 bytes in hex or base64. Without it, one is generated in `DATA_DIR/secret.key`",
      SECRET_KEY_PREVIOUS: "Earlier master keys, separated by commas, that still open what they sealed",
    },
  },
  {
    title: "The record",
    settings: {
      RECORD_PLACES:
        "Where signed heads of the record go, separated by spaces: `file:///folder`, `s3://bucket/prefix?endpoint=…&region=…` (with `&lock=compliance&days=3650` locked against removal), `https://…` (takes each as JSON), `mailto:one@example.com,other@example.com` (one email a day). Without one, an operator of the database could rewrite the record undetected",
      RECORD_TIMESTAMP_URL:
        "A time-stamping authority (RFC 3161) that signs the time of heads, such as `https://freetsa.org/tsr`. It receives hashes only. An `http:` address needs its host in `PRIVATE_HOSTS`; the address may contain a user name and password",
      RECORD_TIMESTAMP_ROOTS:
        "The authority's root certificates in PEM; as a file: `RECORD_TIMESTAMP_ROOTS_FILE`. Time stamps that none of them vouches for are refused",
      RECORD_TIMESTAMP_MINUTES: "The shortest time between two time stamps of a log, in minutes",
    },
  },
  {
    title: "How it starts",
    settings: {
      SCENARIO: "What an empty database starts with: `demo` or `none`. `npm start` uses `demo`",
      ADMIN_EMAIL: "The first super admin of an empty database",
      ADMIN_PASSWORD: "That person's password; without it, one is generated and printed once",
    },
  },
  {
    title: "Mail",
    settings: {
      SMTP_URL: "Outgoing mail. Without it, administrators pass on temporary passwords themselves",
      MAIL_FROM: "The sender",
    },
  },
  {
    title: "Sign-in",
    settings: {
      SESSION_HOURS: "Hours after which a session ends",
      SESSION_IDLE_MINUTES: "Minutes without a call after which a session ends",
      SESSION_REMEMBER_DAYS: "Days after which a session ends for agents who choose “Remember me”",
      SUPER_ADMIN_SECOND_FACTOR:
        "`required`, or `optional` to let super admins choose. Without it: `required`, with the demo `optional`",
      SUPER_ADMIN_SECOND_FACTOR_GRACE_DAYS:
        "Days that a new super admin has before the second factor is required; 0: at the first sign-in",
    },
  },
  {
    title: "Limits",
    settings: {
      TRUSTED_RANGES:
        "Address ranges (CIDR) that many of your people share, such as an office's, separated by commas: sign-ins and resets from there count by account instead of by address",
      LIMIT_FACTOR:
        "Multiplies every limit below that isn't set itself, except those on guessing (`LIMIT_FAILURES_…`, `LIMIT_RESET_ACCOUNT`)",
      ...Object.fromEntries(
        ruleSettings.map(([name, { points, seconds }]) => [
          name,
          `Calls and the seconds they count for. Without it: \`${points}/${seconds}\``,
        ]),
      ),
    },
  },
  {
    title: "Documents",
    settings: {
      OCR: "Languages for OCR of image-only pages, where `tesseract` is installed (`eng+deu`), or `off`",
      READER:
        "`off`: words alone choose what is quoted. The reader takes some 200 MB of memory and 70 ms of a processor for each question",
      ENCODER:
        "Another local embedding model than the one that ships: its folder's name in `MODELS_DIR`. `off`: passages are found by their words alone",
      MODELS_DIR: "The folder of such models. Without it: `DATA_DIR/models`",
      EMBEDDINGS_BASE_URL:
        "An OpenAI-compatible embeddings server instead. Without it: `SMART_BASE_URL`, once a model is named",
      EMBEDDINGS_MODEL: "Its model. Without it: `text-embedding-3-small`, once a server is named",
      EMBEDDINGS_API_KEY: "Its key; the OpenAI key is used only for the address it belongs to",
    },
  },
  {
    title: "Language models",
    settings: {
      DAILY_TOKENS_PER_COMPANY: "Tokens that a company may use per day (UTC)",
      OPENAI_API_KEY: "The installation's key for OpenAI; a company's own key comes first, here and below",
      XAI_API_KEY: "… for xAI",
      ANTHROPIC_API_KEY: "… for Anthropic",
      GOOGLE_API_KEY: "… for Google",
      AZURE_API_KEY: "… for Azure OpenAI",
      BEDROCK_API_KEY: "… for Amazon Bedrock",
      COMPATIBLE_API_KEY: "… for the OpenAI-compatible server",
      OPENAI_BASE_URL: "Another address for OpenAI, such as a regional one",
      XAI_BASE_URL: "… for xAI",
      ANTHROPIC_BASE_URL: "… for Anthropic",
      GOOGLE_BASE_URL: "… for Google",
      AZURE_BASE_URL: "An Azure OpenAI resource: `https://NAME.openai.azure.com/openai`",
      AZURE_DEPLOYMENTS: "Its deployments, as `name=model, name=model`",
      BEDROCK_REGION: "A region of Amazon Bedrock, such as `eu-central-1`",
      BEDROCK_BASE_URL: "… or its address",
      BEDROCK_MODELS: "The models that its account may use, separated by commas",
      COMPATIBLE_BASE_URL: "An OpenAI-compatible server that companies may choose (Ollama, vLLM, LiteLLM)",
      COMPATIBLE_NEEDS_KEY: "`false` if such servers, including those of `SMART_BASE_URL`, need no key",
      SMART_PROVIDER:
        "The provider behind Smart if a company chose none: `openai`, `xai`, `azure`, `anthropic`, `google`, `bedrock` or `compatible`. Without it: the provider that the address belongs to, else OpenAI",
      SMART_BASE_URL:
        "The address behind Smart. An address that belongs to no known provider is called with OpenAI's chat protocol",
      SMART_MODEL: "The model behind Smart",
      SMARTER_PROVIDER: "The provider behind Smarter, by default xAI",
      SMARTER_BASE_URL: "The address behind Smarter",
      SMARTER_MODEL: "The model behind Smarter",
    },
  },
];
