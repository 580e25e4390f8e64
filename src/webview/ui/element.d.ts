type Attributes = Readonly<Record<string, string>>;
/** An element with a class, attributes and children; strings become text nodes, never markup. */
export declare function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className?: string,
  attributes?: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K];
export {};
