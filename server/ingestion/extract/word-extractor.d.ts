/** word-extractor carries no typings; this is the part of it that is used. */
declare module "word-extractor" {
  type Options = { filterUnicode: boolean };

  class Document {
    getBody(options: Options): string;
    getFootnotes(options: Options): string;
    getEndnotes(options: Options): string;
    getTextboxes(options: Options & { includeHeadersAndFooters: boolean }): string;
    getHeaders(options: Options): string;
  }

  export default class WordExtractor {
    extract(bytes: Buffer): Promise<Document>;
  }
}
