/** Mutants that no test can notice, each with why: they change nothing that can be seen. */
export const EQUIVALENTS: Readonly<Record<string, string>> = {}
