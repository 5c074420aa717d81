export type Reading = { id: number; revision: number };

/** A version gets a segment when read, and another once OCR has read its images; an index must distinguish them. */
export const REVISIONS = 1024;
/** Stands for the revision of a version without a segment; a real one would have been read 1,023 times. */
export const LOST = REVISIONS - 1;

/** The number of a version's segment. */
export const segmentOf = ({ id, revision }: Reading): number => id * REVISIONS + (revision % REVISIONS);
export const versionOf = (segment: number): number => Math.floor(segment / REVISIONS);
