/** What people can choose about a format. Each writer takes what concerns it. */
export interface FormatOptions {
  /** What a table or a sheet of the records is called. */
  readonly name?: string;
}
