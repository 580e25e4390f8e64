/** The text on one line, with a mark for each character that has no shape. */
export declare function visibleText(text: string): string;
export interface TextPart {
  readonly text: string;
  /** Set where `text` is one character without a shape. */
  readonly mark?: string;
}
/** The text in parts, so that marks can be drawn beside the characters that a copy must keep. Line breaks and tabs stay. */
export declare function textParts(text: string): readonly TextPart[];
