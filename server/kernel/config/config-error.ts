/** Settings that keep the program from starting, as a sentence for the operator. */
export class ConfigError extends Error {}
