/** Rights of the program's logins on existing rows. Every table can be read and added to. */
type Rights = {
  /** The only columns that may change. */
  update: readonly string[];
  delete: boolean;
  /** Why the remaining functions are needed. */
  because: string;
};

const addedOnly = { update: [], delete: false } as const;

/**
 * Tables that show what was asked, what was answered and what the answer rests on. Rights protect existing rows: a login
 * can still add rows and change the listed columns. Triggers protect more: a finished answer except its rating, with its
 * sources and claims (`keep_answer`); the pages, passages and index of a ready version (`keep_what_was_read`). Tables not named
 * here hold current state and may be changed and deleted.
 */
export const recordRights: Readonly<Record<string, Rights>> = {
  audit_events: { ...addedOnly, because: "An event is never changed." },
  record_sizes: { update: ["seq", "at"], delete: false, because: "Counts the events of a log." },
  record_manifests: { ...addedOnly, because: "A manifest is written once, with its answer." },
  record_texts: { ...addedOnly, because: "Texts that manifests name by their hash." },
  record_heads: { ...addedOnly, because: "A signed head never changes." },
  record_deliveries: { ...addedOnly, because: "Which head reached which place." },
  record_keys: {
    update: ["sealed"],
    delete: false,
    because: "The private half is resealed when the master key changes.",
  },
  record_nodes: { ...addedOnly, because: "A complete subtree of a log never changes." },
  interaction_sources: { ...addedOnly, because: "Quoted sources are written once, with their answer." },
  claims: { ...addedOnly, because: "Verdicts on sentences are written once, with their answer." },
  ratings: { ...addedOnly, because: "A changed or withdrawn rating is a separate row." },
  reviews: { ...addedOnly, because: "A revised review is a separate row." },
  interactions: {
    update: [
      ...["answer", "outcome", "reason", "mode", "model", "fallback", "finished_at", "removed_sentences"],
      ...[
        "asked_provider",
        "asked_model",
        "system_fingerprint",
        "parameters",
        "input_tokens",
        "output_tokens",
        "tokens_estimated",
      ],
      ...["retrieval_ms", "first_token_ms", "total_ms"],
      ...["claims_checked", "claims_supported", "claims_unsupported"],
      "rating",
    ],
    delete: false,
    because:
      "The question is stored first, its answer when it is finished; `rating` repeats the latest rating.",
  },
  review_cases: {
    update: ["reasons", "status", "assignee_id", "verdict", "closed_at"],
    delete: false,
    because: "A case passes through its states; the reviews themselves are separate rows.",
  },
  documents: {
    update: ["name", "external_id", "current_version", "deleted_at", "theme_id", "version", "changed_in"],
    delete: false,
    because:
      "A document is renamed, replaced, moved and removed, and its tags are changed; a removed one keeps its rows.",
  },
  document_versions: {
    update: [
      ...["status", "status_reason", "attempts", "ready_at", "duration_ms", "signed_off_by", "signed_off_at"],
      ...["title", "pages", "pages_without_text", "words", "tables", "passages", "language", "warnings"],
      ...["ocr", "ocr_pages", "ocr_texts", "ocr_claimed_at", "pages_by_ocr", "is_held", "released_at"],
    ],
    delete: false,
    because:
      "Reading, signing off and releasing fill these in; the file, its hash, its uploader and its time stay.",
  },
  pages: {
    update: [],
    delete: true,
    because:
      "An interrupted reading, or one without OCR, is replaced as a whole; a trigger protects what is ready and does not wait in renewals.",
  },
  passages: { update: [], delete: true, because: "As for pages; quoted passages stay with their answers." },
  citation_pictures: { ...addedOnly, because: "A cited page is drawn once; its version never changes." },
  changed_rule_notices: { ...addedOnly, because: "Who was notified of a changed rule, and when." },
  holds: {
    update: ["lifted_by", "lifted_at", "lift_reason"],
    delete: false,
    because: "A hold stays as it was set; lifting it fills these in.",
  },
  segments: {
    update: ["bytes", "revision", "format", "digest"],
    delete: false,
    because: "Rebuilt when a version is read again; a trigger protects that of a ready one.",
  },
};

/**
 * Functions that erase, as the owner: each determines what is due from the company's periods, the active holds and the
 * database's clock. Only the platform's login calls them, from the job; a login of companies' calls can't.
 */
export const erasing = [
  "erase_answers(integer, integer[])",
  "erase_versions(integer, integer[])",
  "erase_events(integer, bigint[], bytea[], integer[], integer)",
  "erase_askers(integer, integer, integer[])",
] as const;

/** Functions with the owner's rights that only the platform's login calls. */
export const forPlatform = [...erasing, "analyze_changed_tables()"] as const;

/** The statements that narrow a login's rights; the owner runs them after granting. */
export function narrowRights(logins: string): string {
  return Object.entries(recordRights)
    .map(([table, { update, delete: mayDelete }]) => {
      const taken = ["update", "truncate", ...(mayDelete ? [] : ["delete"])].join(", ");
      const columns =
        update.length === 0 ? "" : `grant update (${update.join(", ")}) on ${table} to ${logins};`;
      return `revoke ${taken} on ${table} from ${logins}; ${columns}`;
    })
    .join("\n");
}
