// Invented rollouts to make a report of: a solver that learns sums step after step, and a judge of its answers. Always the
// same ones.

const STEPS = 8;
const TASKS = 12;
const ATTEMPTS = 8;

/** What must not run, wherever a file may have it. */
export const hostile = [
  '</script><script>globalThis.ran = "script"</script>',
  '<img src="https://example.com/x.png" onerror="globalThis.ran = \'image\'">',
  '<!-- <script> --><svg onload="globalThis.ran = \'svg\'"></svg>',
  '"><iframe src="javascript:parent.ran = \'frame\'"></iframe>',
  "<style>body { display: none }</style>\u2028globalThis.ran = 'line separator'",
  '{{constructor.constructor("globalThis.ran = 1")()}} \ud800 \u202e\u0000',
];

/** Lines of this package's own format. */
export function makeRollouts() {
  const random = randomNumbers(7);
  const lines = [];
  for (let step = 1; step <= STEPS; step++) {
    for (let t = 0; t < TASKS; t++) {
      const [a, b] = [10 + Math.floor(random() * 90), 10 + Math.floor(random() * 90)];
      const skill = Math.min(0.97, 0.15 + 0.09 * step + 0.5 * (random() - 0.5));
      for (let i = 0; i < ATTEMPTS; i++) {
        lines.push(JSON.stringify(episode({ step, a, b, i, skill, random })));
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Two attempts for each text that must not run, which stands wherever a file may have one. */
export function makeHostileRollouts() {
  const lines = hostile.flatMap((text, t) =>
    [0, 1].map((reward) =>
      JSON.stringify({
        upperhand: 1,
        id: `${text}:${reward}`,
        task: { question: text },
        terminationReason: null,
        metrics: { [text]: 1 },
        trajectories: [
          {
            uid: `h${t}-${reward}`,
            name: t % 2 === 0 ? text.replaceAll(':', '') : 'solver',
            task: text,
            reward,
            signals: { [text]: 0.5 },
            metadata: { note: text },
            steps: [
              {
                chatCompletions: [
                  { role: 'user', content: text },
                  {
                    role: text,
                    content: [
                      { type: 'text', text },
                      { type: text, url: text },
                    ],
                  },
                  { role: 'assistant', content: text, tool_calls: [{ function: { name: text } }] },
                ],
                modelResponse: text,
              },
            ],
          },
        ],
      }),
    ),
  );
  return `${lines.join('\n')}\n`;
}

function episode({ step, a, b, i, skill, random }) {
  const isRight = random() < skill;
  const sum = isRight ? a + b : a + b + Math.floor(random() * 9) - 4 || a;
  const isLong = random() < 0.06;
  const question = `What is ${a} + ${b}? Think first, then answer with the number alone.`;
  const thought = isLong
    ? `${a} + ${b} … let me see. `.repeat(12).trim()
    : `${a} + ${b}: ${Math.floor(a / 10) * 10} + ${Math.floor(b / 10) * 10} is ${Math.floor(a / 10) * 10 + Math.floor(b / 10) * 10}, and ${a % 10} + ${b % 10} is ${(a % 10) + (b % 10)}.`;
  const doubts = 'Let me check that once more. '.repeat(Math.floor(4 * random() * (1.4 - skill)));
  const answer = isLong ? thought : `${thought} ${doubts}\n\nThe answer is ${sum}.`;
  const reward = !isLong && sum === a + b ? 1 : 0;
  const verdict = random() < 0.8 ? reward : 1 - reward;
  const judged = verdict === reward ? 1 : 0;
  const asked = [
    { role: 'system', content: 'You add numbers.' },
    { role: 'user', content: question },
  ];
  return {
    upperhand: 1,
    step,
    id: `${a}+${b}:${i}`,
    task: { question },
    terminationReason: isLong ? 'max_response_length_exceeded' : 'env_done',
    isCorrect: reward === 1,
    trajectories: [
      {
        uid: `s${step}-${a}-${b}-${i}`,
        name: 'solver',
        task: question,
        reward,
        signals: { format: isLong ? 0 : 1 },
        steps: [turn(asked, answer, random, step)],
      },
      {
        uid: `j${step}-${a}-${b}-${i}`,
        name: 'judge',
        task: question,
        reward: judged,
        steps: [
          turn(
            [{ role: 'user', content: `${question}\n\nIs "${sum}" right? Say yes or no.` }],
            verdict === 1 ? 'yes' : 'no',
            random,
            step,
          ),
        ],
      },
    ],
  };
}

function turn(asked, answer, random, step) {
  const words = answer.split(/(?<= )|\n+/);
  return {
    chatCompletions: [...asked, { role: 'assistant', content: answer }],
    modelResponse: answer,
    promptIds: asked.flatMap(({ content }) => idsOf(content.split(' '))),
    responseIds: idsOf(words),
    logprobs: words.map(() => -Math.round(1000 * -Math.log(1 - 0.85 * random())) / 1000),
    weightVersion: step - 1,
  };
}

const idsOf = (words) =>
  words.map((word) =>
    [...word].reduce((id, letter) => (31 * id + letter.charCodeAt(0)) % 50_021, 7),
  );

/** Numbers from 0 up to 1, the same ones for a seed (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
