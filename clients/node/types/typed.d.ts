/** What `import` gives; it is the same as what `require` gives. */
export * from "./typed.cjs";
