# dnfs for the CPU, with a Java of its own on a system with glibc. scripts/try-dockerfile runs these steps without Docker.
#   docker build -t dnfs4j .
#   docker run --rm -v "$PWD:/work" dnfs4j train ising
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /src
COPY . .
RUN mvn -B -q -Pdist -pl '!dnfs-spark' -DskipTests -Dspotless.check.skip package
RUN mkdir /dist && tar -xzf dnfs-dist/target/dnfs4j-*-java.tar.gz -C /dist --strip-components 1

FROM debian:bookworm-slim
# For figures: a font, and what draws it.
RUN apt-get update && apt-get install -y --no-install-recommends fontconfig fonts-dejavu-core libfreetype6 && rm -rf /var/lib/apt/lists/*
COPY --from=build /dist /opt/dnfs4j
# The first start unpacks libtorch and makes the archive of classes: once, here.
RUN ln -s /opt/dnfs4j/bin/dnfs /usr/local/bin/dnfs && dnfs models && dnfs sample ising-10x10-critical --count 1
WORKDIR /work
ENTRYPOINT ["dnfs"]
