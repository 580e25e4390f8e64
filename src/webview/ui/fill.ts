/** Puts values into a text of a string table: `fill('Record {0} of {1}', '7', '12')`. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole));
}
