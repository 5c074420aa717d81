/**
 * What the files of each folder may import beside their own folder's: first parts, districts and single files of the
 * project, then packages. Everything else fails lint (`lint-imports.ts`), and `import-gates.test.ts` plants every pair that
 * is missing here. Tests may import what they test from anywhere.
 */
const table: Record<string, [own: string, packages: string]> = {
  "contract/kernel": ["", "zod"],
  "contract/models": ["contract/kernel", "zod"],
  "contract/identity": ["contract/{kernel,models}", "zod"],
  "contract/knowledge": ["contract/{kernel,identity}", "zod"],
  "contract/answering": ["contract/{kernel,models,knowledge}", "zod"],
  "contract/evidence": ["contract/{kernel,identity,answering}", "zod"],
  "contract/notices": ["contract/{kernel,answering}", "zod"],
  "contract/operation": ["contract/{kernel,notices}", "zod"],
  "contract/api.ts": [
    "contract/{kernel,models,identity,knowledge,answering,evidence,notices,operation}",
    "zod",
  ],
  engine: [
    "",
    "@huggingface/tokenizers @orama/stemmers @orama/stopwords dictionary-en node:* onnxruntime-node stemmer stopwords-iso",
  ],
  reading: [
    "engine",
    "@embedpdf/pdfium csv-parse csv-parse/sync fast-png jschardet micromark micromark-extension-gfm node:* numfmt parse5 postal-mime saxes yauzl yazl zod",
  ],
  spreadsheets: ["", ""],
  verifier: ["", "node:*"],
  "server/platform": [
    "contract/kernel reading",
    "@aws-sdk/client-s3 @aws-sdk/lib-storage @opentelemetry/api @opentelemetry/context-async-hooks @opentelemetry/core @opentelemetry/exporter-trace-otlp-proto @opentelemetry/resources @opentelemetry/sdk-trace kysely node:* nodemailer pg pg-boss pino prom-client undici zod",
  ],
  "server/kernel": [
    "contract/{kernel,models,notices,operation} server/platform",
    "@opentelemetry/api kysely node:* pg pino rate-limiter-flexible zod",
  ],
  "server/http": [
    "contract/{kernel,identity,answering,notices} server/{platform,kernel} contract/api.ts engine spreadsheets package.json",
    "@fastify/static @opentelemetry/api @scalar/fastify-api-reference fastify kysely node:* yazl zod",
  ],
  "server/notices": [
    "contract/{kernel,notices,operation} server/{platform,kernel,http} package.json",
    "kysely node:* zod",
  ],
  "server/models": [
    "contract/{kernel,models} server/{platform,kernel,http,notices} engine",
    "@ai-sdk/amazon-bedrock @ai-sdk/anthropic @ai-sdk/azure @ai-sdk/google @ai-sdk/openai @ai-sdk/openai-compatible @ai-sdk/xai @opentelemetry/api ai cockatiel kysely node:* pino zod",
  ],
  "server/identity": [
    "contract/{kernel,models,identity,operation} server/{platform,kernel,http,notices,models}",
    "@node-rs/argon2 @node-saml/node-saml @simplewebauthn/server @zxcvbn-ts/language-common asn1js csv-parse fastify jose kysely node:* openid-client otpauth pkijs saxes zod",
  ],
  "server/knowledge": [
    "contract/{kernel,knowledge,notices,operation} server/{platform,kernel,http,notices,models,identity} engine reading",
    "kysely node:* zod",
  ],
  "server/answering": [
    "contract/{kernel,models,knowledge,answering} server/{platform,kernel,http,notices,models,identity,knowledge} engine reading package.json",
    "@modelcontextprotocol/server fastify kysely node:* zod",
  ],
  "server/evidence": [
    "contract/{kernel,answering,evidence,operation} server/{platform,kernel,http,notices,identity,answering} package.json",
    "@aws-sdk/client-s3 asn1js kysely node:* pkijs yazl zod",
  ],
  "server/operation": [
    "contract/{kernel,models,identity,knowledge,operation} server/{platform,kernel,http,notices,models,identity,knowledge,answering,evidence} reading package.json",
    "@aws-sdk/client-s3 @aws-sdk/lib-storage @fastify/cookie @fastify/multipart fastify kysely node:* pg pg-copy-streams pino zod",
  ],
  "web/ui": [
    "spreadsheets",
    "@mantine/core @mantine/hooks @tanstack/react-query @tanstack/react-router fflate lucide-react react react-dom uqr",
  ],
  "web/kernel": [
    "contract/{kernel,identity,notices} web/ui",
    "@mantine/core @tanstack/react-query @tanstack/react-router react",
  ],
  "web/notices": [
    "contract/{kernel,notices} web/{ui,kernel}",
    "@mantine/core @tanstack/react-query @tanstack/react-router lucide-react react",
  ],
  "web/identity": [
    "contract/{kernel,models,identity,knowledge,answering} web/{ui,kernel,notices}",
    "@mantine/core @simplewebauthn/browser @tanstack/react-query @tanstack/react-router lucide-react react zod",
  ],
  "web/models": [
    "contract/{kernel,models,identity,knowledge} web/{ui,kernel,identity}",
    "@mantine/core @tanstack/react-query lucide-react react",
  ],
  "web/knowledge": [
    "contract/{kernel,identity,knowledge,answering} web/{ui,kernel,identity,models} engine/text/find-letters.ts engine/text/stop-words.ts",
    "@mantine/core @mantine/dropzone @mantine/hooks @tanstack/react-query @tanstack/react-router lucide-react react react-pdf zod",
  ],
  "web/answering": [
    "contract/{kernel,models,identity,knowledge,answering} web/{ui,kernel,identity,models,knowledge}",
    "@mantine/core @mantine/hooks @tanstack/react-query @tanstack/react-router eventsource-parser hast lucide-react react react-markdown remark-gfm",
  ],
  "web/evidence": [
    "contract/{kernel,identity,knowledge,answering,evidence} web/{ui,kernel,identity,knowledge,answering}",
    "@mantine/core @tanstack/react-query @tanstack/react-router lucide-react react zod",
  ],
  "web/operation": [
    "contract/{kernel,operation} web/{ui,kernel,identity,knowledge}",
    "@mantine/core @tanstack/react-query lucide-react react react-markdown remark-gfm",
  ],
  "web/shell": [
    "contract/{kernel,identity,answering} web/{ui,kernel,notices,identity,models,knowledge,answering,evidence,operation}",
    "@mantine/core @mantine/hooks @tanstack/react-query @tanstack/react-router lucide-react react",
  ],
  "web/public": [
    "contract/{kernel,identity,operation} web/tokens.css",
    "@fontsource-variable/inter @fontsource-variable/literata react react-dom",
  ],
  "web/gallery": [
    "web/{ui,kernel} web/tokens.css web/base.css",
    "@fontsource-variable/inter @fontsource-variable/literata @mantine/core @tanstack/react-query @tanstack/react-router lucide-react react react-dom",
  ],
  "web/main.tsx": [
    "web/{ui,kernel,shell} web/tokens.css web/base.css",
    "@fontsource-variable/inter @fontsource-variable/literata @tanstack/react-query @tanstack/react-router react react-dom",
  ],
  seed: [
    "contract/{kernel,identity,knowledge,answering,operation} server/{platform,kernel,notices,identity,knowledge,answering,operation}",
    "node:* zod",
  ],
  testing: [
    "contract/{kernel,models,identity,knowledge,answering,evidence,operation} server/{platform,kernel,http,notices,models,identity,knowledge,answering,evidence,operation} contract/api.ts engine package.json",
    "@peculiar/x509 @playwright/test @simplewebauthn/server ajv asn1js fast-check fastify jose node:* oidc-provider otpauth pg pino pkijs reflect-metadata samlify saxes vitest xml-crypto zod",
  ],
  scripts: [
    "contract/{kernel,identity,knowledge,answering,notices,operation} server/{platform,kernel,identity,knowledge,operation} engine reading seed testing package.json",
    "@playwright/test node:* oxc-parser vite zod",
  ],
  // a package of its own: what it imports, its package.json lists
  sync: ["", "@aws-sdk/client-s3 node:* saxes zod"],
  bench: [
    "contract/{kernel,identity,knowledge,answering,evidence,operation} server/{platform,kernel,knowledge,answering,evidence,operation} contract/api.ts engine reading seed testing",
    "@playwright/test minisearch node:* pg pino stemmer zod",
  ],
  e2e: [
    "contract/{kernel,models,identity,knowledge,answering,evidence,notices,operation} reading testing",
    "@axe-core/playwright @playwright/test node:* otpauth vite",
  ],
};

export const boundaries = new Map(
  Object.entries(table).map(([folder, lists]) => [
    folder,
    lists.flatMap((list) => list.split(" ").flatMap(expand)),
  ]),
);

/** Whether a name of a list is a single file of the project, and no folder or package. */
export const isFile = (name: string): boolean => /\.(?:tsx?|css|json)$/.test(name);

/** `web/{ui,kernel}` as `web/ui` and `web/kernel`. */
function expand(name: string): string[] {
  const [, part, districts] = /^(\w+)\/\{(.+)\}$/.exec(name) ?? [];
  if (part !== undefined && districts !== undefined)
    return districts.split(",").map((one) => `${part}/${one}`);
  return name === "" ? [] : [name];
}
