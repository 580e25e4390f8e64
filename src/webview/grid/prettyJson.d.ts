export declare function prettyJson(json: string): string;
