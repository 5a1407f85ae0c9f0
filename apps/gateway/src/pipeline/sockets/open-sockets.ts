/** A socket that is served, to whoever ends all of them. */
export interface ServedSocket {
  /** Says goodbye to both sides: the process stops. */
  goAway(): void;
}

/** The sockets that a process serves. */
export class OpenSockets {
  private readonly sockets = new Set<ServedSocket>();
  private isOver = false;
  private areClosed = false;

  get size(): number {
    return this.sockets.size;
  }

  /** True once the process stops and no more sockets are served. */
  get isDraining(): boolean {
    return this.isOver;
  }

  add(socket: ServedSocket): void {
    this.sockets.add(socket);
    // Its upgrade took longer than the drain.
    if (this.areClosed) socket.goAway();
  }

  delete(socket: ServedSocket): void {
    this.sockets.delete(socket);
  }

  /** Serves no more of them. */
  startDraining(): void {
    this.isOver = true;
  }

  /** Ends all of them with 1001. */
  closeAll(): void {
    this.areClosed = true;
    for (const socket of this.sockets) socket.goAway();
  }
}
