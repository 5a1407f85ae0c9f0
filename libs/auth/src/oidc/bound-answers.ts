/** Far more than what an identity provider says of itself, its keys or a person. */
const MOST_BYTES = 1 << 20;

/** The same `fetch`, for libraries that read whole answers. The body of one with more bytes fails where it becomes too long. */
export function boundAnswers(send: typeof fetch, mostBytes = MOST_BYTES): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init);
    const { body, headers, status, statusText } = answer;
    if (body === null) return answer;
    let length = 0;
    const bounded = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          length += part.length;
          if (length > mostBytes) controller.error(new Error(`the answer has more than ${mostBytes} bytes`));
          else controller.enqueue(part);
        },
      }),
    );
    return new Response(bounded, { status, statusText, headers: [...headers] });
  };
}
