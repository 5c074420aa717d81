/** Settings with which the program does not start, as a sentence for whoever runs it. */
export class ConfigError extends Error {}
