/** Puts values into a text of a string table: `fill('Record {0} of {1}', '7', '12')`. */
export declare function fill(template: string, ...values: readonly (string | number)[]): string;
