import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

/**
 * The environment with each `NAME_FILE` replaced by the content of that file, without its final line break: how
 * container platforms pass secrets.
 * @throws ConfigError if a file cannot be read, or both variables are set
 */
export function withFiles(env: NodeJS.ProcessEnv, names: string[]): NodeJS.ProcessEnv {
  const read = names.flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (file === undefined || file === "") return [];
    if (env[name] !== undefined && env[name] !== "")
      throw new ConfigError(`${name} and ${name}_FILE are both set: set only one of them.`);
    return [[name, contentOf(`${name}_FILE`, file)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function contentOf(variable: string, file: string): string {
  try {
    return readFileSync(file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} names ${file}, which cannot be read (${code ?? "unknown"}).`);
  }
}
