import { describe, expect, it } from 'vitest';
import { jsonLines } from '../cli/run.ts';
import { hostile, makeHostileRollouts } from '../runtimes/report/make-rollouts.mjs';
import { reportFolder } from './report-folder.ts';

const { file, plain, report } = reportFolder();

describe('texts that would run', () => {
  it('stand in the page as data, and come out as they were', async () => {
    const { html, data, texts } = await report(file('hostile.jsonl', makeHostileRollouts()));
    expect(data.list.groups.task).toEqual(hostile);
    expect(texts.map(({ task }) => task)).toEqual(hostile.flatMap((text) => [text, text]));
    for (const { task, steps, facts } of texts) {
      expect(steps[0]?.messages[0]).toEqual({ role: 'user', text: task });
      expect(facts).toContainEqual(['note', task]);
    }
    // One script of the page, and blocks of data: nothing of a file begins an element.
    const opened = html.match(/<script[^>]*>/g) ?? [];
    expect(
      opened.filter((tag) => !tag.startsWith('<script type="application/json" data-report=')),
    ).toEqual(['<script>']);
    for (const mark of ['<img', '<iframe', '<svg', '<style>body', 'example.com/x.png" onerror']) {
      if (mark.startsWith('<')) expect(html).not.toContain(mark);
    }
  });

  it('cannot stand in the title', async () => {
    const path = file('<img src=x onerror=a()>.jsonl', jsonLines([{ task_id: 'a', reward: 1 }]));
    const { html } = await report(path);
    expect(html).toContain('&#60;img src=x onerror=a()&#62;.jsonl – rollout report</title>');
    expect(html).not.toContain('<img');
  });

  it('meet a policy that lets nothing but the page itself run, and nothing load', async () => {
    const { html } = await report(plain);
    const policy = /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'$/,
    );
    expect(html).not.toMatch(/(?:src|href)="(?!#)/);
  });
});
