import pino, { type DestinationStream, type Logger } from "pino";

/** The program's own log: JSON lines, with credentials removed whichever library wrote the line. */
export function openLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    redact: {
      paths: ["*.headers.authorization", "*.headers.cookie", "password", "apiKey", "*.password", "*.apiKey"],
      remove: true,
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
