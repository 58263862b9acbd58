import { show } from '../../errors/show.ts';
import { describeError } from '../error-details.ts';
import { reasonOf } from '../termination-event.ts';
import type { Problem } from './problem.ts';

/** An answer of the chat completions API that is an error. */
export class OpenAIRequestError extends Error {
  override readonly name = 'OpenAIRequestError';
  readonly status: number;
  readonly param: string | null;
  readonly code: string;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** Refuses a parameter of the request's body. */
export function invalidParameter({ path, expected, got }: Problem): OpenAIRequestError {
  const message = `${path} must be ${expected}, got ${show(got)}`;
  return new OpenAIRequestError(400, 'invalid_value', message, path);
}

/** Whatever went wrong, as the API's clients read it. They are told not to ask again: they would get another step. */
export function errorResponse(error: unknown): Response {
  const { error_message: message } = describeError(error);
  const { status, code, param } = error instanceof OpenAIRequestError ? error : engineError(error);
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return Response.json(
    { error: { message, type, param, code } },
    { status, headers: { 'x-should-retry': 'false' } },
  );
}

function engineError(error: unknown): Pick<OpenAIRequestError, 'status' | 'code' | 'param'> {
  return reasonOf(error) === 'max_prompt_length_exceeded'
    ? { status: 400, code: 'context_length_exceeded', param: 'messages' }
    : { status: 500, code: 'rollout_engine_error', param: null };
}
