export function ensureTool(folder: string): void;
