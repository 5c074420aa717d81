/** The program does not work with this database or login; the message says why and what to do. */
export class DatabaseRefusedError extends Error {}
