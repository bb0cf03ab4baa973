# A formula for Homebrew, on macOS and Linux.
class Helgi < Formula
  desc "Game engine for chess and six games with drops, shots, explosions and stacks"
  homepage "@ADDRESS@"
  url "@ADDRESS@/helgi-0.1.0-source.tar.gz"
  sha256 "@SHA256_SOURCE@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args
    system "packaging/share", share, bin/"helgi"
  end

  test do
    output = pipe_output(bin/"helgi", "uci\nposition startpos moves f2f3 e7e5 g2g4\ngo depth 3\n")
    assert_match "bestmove d8h4", output
  end
end
