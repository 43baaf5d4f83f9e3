/** How whoever reads a message calls our command line: in a clone npm runs it, a package or an image has it as a program. */
export const CRIER = import.meta.filename.endsWith('.ts') ? 'npm run -s crier --' : 'crier'
