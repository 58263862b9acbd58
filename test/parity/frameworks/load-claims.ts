import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Claim, FrameworkClaims } from './claim.ts';

const claimsDir = fileURLToPath(new URL('claims', import.meta.url));

/** Names of the files of claims, one or two a framework: its estimators, and its losses in `<framework>-losses.ts`. */
function claimFiles(): string[] {
  return existsSync(claimsDir)
    ? readdirSync(claimsDir)
        .filter((name) => name.endsWith('.ts'))
        .sort()
    : [];
}

/** Frameworks with claims about them. */
export function claimedFrameworks(): string[] {
  const names = claimFiles().map((name) => name.replace(/(-losses)?\.ts$/, ''));
  return [...new Set(names)];
}

/** All claims about a framework: what its files export. */
export async function loadClaims(framework: string): Promise<FrameworkClaims> {
  const functions: Record<string, Claim> = {};
  for (const file of [framework, `${framework}-losses`]) {
    if (!claimFiles().includes(`${file}.ts`)) continue;
    const module: Record<string, unknown> = await import(`./claims/${file}.ts`);
    for (const claims of Object.values(module).filter(isClaims)) {
      if (claims.framework !== framework)
        throw new Error(`claims/${file}.ts must be about ${framework}, not ${claims.framework}`);
      for (const [name, claim] of Object.entries(claims.functions)) {
        if (Object.hasOwn(functions, name))
          throw new Error(`${framework} ${name} is claimed twice`);
        functions[name] = claim;
      }
    }
  }
  return { framework, functions };
}

function isClaims(value: unknown): value is FrameworkClaims {
  return (
    typeof value === 'object' && value !== null && 'framework' in value && 'functions' in value
  );
}
