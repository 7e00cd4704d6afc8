import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

export default ts.config(
  { ignores: ['dist', 'node_modules', 'public', 'package', 'src/wire/types.ts'] },
  ...ts.configs.recommended,
  ...svelte.configs['flat/recommended'],
  {
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser } },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      // {' '} keeps a space where a line of markup ends.
      'svelte/no-useless-mustaches': 'off',
      // Maps that are filled and read in one go, or kept beside the page, are no state of it.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
);
