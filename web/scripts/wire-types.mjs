// Makes src/wire/types.ts from schema/wire.schema.json. `--check` only says whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUTPUT = here('../src/wire/types.ts');

const quote = (value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value));

function objectType(schema) {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    return `${name}${required.has(name) ? '' : '?'}: ${typeOf(value)}`;
  });
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  const rest = schema.additionalProperties;
  return rest && rest !== true ? `Record<string, ${typeOf(rest)}>` : '{}';
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.replace('#/$defs/', '');
  if ('const' in schema) return quote(schema.const);
  if (schema.enum) return schema.enum.map(quote).join(' | ');
  if (schema.anyOf || schema.oneOf) return (schema.anyOf ?? schema.oneOf).map(typeOf).join(' | ');
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `(${typeOf(schema.items)})[]`;
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'string':
      return 'string';
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`);
  }
}

export function wireTypes() {
  const schema = JSON.parse(readFileSync(here('../schema/wire.schema.json'), 'utf8'));
  const head = '// Made from schema/wire.schema.json by `npm run wire`; do not edit.\n';
  return (
    head +
    Object.entries(schema.$defs)
      .map(([name, definition]) => {
        const comment = definition.description ? `/** ${definition.description} */\n` : '';
        return `\n${comment}export type ${name} = ${typeOf(definition)};\n`;
      })
      .join('')
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = wireTypes();
  if (!process.argv.includes('--check')) writeFileSync(OUTPUT, text);
  else if (readFileSync(OUTPUT, 'utf8') !== text) {
    console.error('error: web/src/wire/types.ts is out of date, run npm run wire');
    process.exit(1);
  }
}
