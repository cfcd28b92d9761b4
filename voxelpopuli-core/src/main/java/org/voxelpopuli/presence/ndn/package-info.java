/**
 * Named Data Networking, as far as presence needs it: packets (NDN packet format 0.3), names, signatures, and a forwarder with content store, pending
 * Interest table and FIB (SPEC N1 to N3). A library of its own: it knows nothing of worlds, players or places.
 *
 * <p>Entry types: {@link org.voxelpopuli.presence.ndn.Forwarder}, to which {@linkplain org.voxelpopuli.presence.ndn.Face faces} are added, and
 * {@link org.voxelpopuli.presence.ndn.LocalFace}, through which a program in the same process asks and answers. Names and packets are immutable. A forwarder
 * and its faces belong to one worker:
 *
 * <pre>{@code
 * NodeEnvironment environment = NettyEnvironment.create();
 * Worker worker = environment.worker("ndn");
 * worker.execute(() -> {
 *     Forwarder forwarder = new Forwarder(environment, worker, ForwarderSettings.defaults(DataVerifier.sha256()));
 *     LocalFace station = new LocalFace("station", forwarder);
 *     station.registerPrefix(
 *             Name.of("weather"),
 *             (prefix, interest) -> station.put(Data.builder(interest.name())
 *                     .freshness(Duration.ofSeconds(1))
 *                     .content("rain".getBytes(UTF_8))
 *                     .sign(DataSigner.sha256())),
 *             reason -> System.err.println("not registered: " + reason));
 *     LocalFace reader = new LocalFace("reader", forwarder);
 *     reader.expressInterest(
 *             Interest.builder(Name.of("weather", "today")).mustBeFresh().build(),
 *             (data, from) -> System.out.println(new String(data.content(), UTF_8)),
 *             () -> System.out.println("nobody answered"));
 *     var unused = UdpFaces.open(forwarder, new InetSocketAddress("127.0.0.1", 6363), 64)
 *             .thenAccept(udp -> forwarder.register(Name.of("news"), udp.to(new InetSocketAddress("127.0.0.1", 6364))));
 *     var others = new TcpFaces(forwarder, 64)
 *             .connect(new InetSocketAddress("127.0.0.1", 6365), Duration.ofSeconds(5))
 *             .thenAcceptAsync(tcp -> forwarder.register(Name.of("sport"), tcp), worker);
 * });
 * }</pre>
 *
 * <p>The station's answer is signed by nobody, only whole; {@code DataVerifier.of} and {@code DataSigner.of} take keys. What below {@code news} or {@code sport} is asked for goes to another forwarder, where {@code TcpFaces.listen} accepts. Imports {@code runtime} and {@code identity} only.
 */
@NullMarked
package org.voxelpopuli.presence.ndn;

import org.jspecify.annotations.NullMarked;
